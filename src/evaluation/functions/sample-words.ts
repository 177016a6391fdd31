/**
 * The words that random values are chosen from: plain ASCII, the same on every system, and none that names a person or a
 * company. Each list is one text that is split when it is first needed, because most runs need none.
 */
const TEXTS = {
  firstName: `Ada, Adele, Agnes, Aiden, Alba, Alec, Alma, Amos, Anita, Anton, Arlo, Astrid, Aurora, Barnaby, Beatrix,
    Benno, Bianca, Boris, Brenna, Bruno, Callum, Carla, Cedric, Celia, Clara, Conrad, Cora, Cyril, Dalia, Daphne, Darius,
    Delia, Dora, Edgar, Edith, Elias, Elina, Elsa, Emil, Enid, Esther, Ewan, Fabian, Felix, Fiona, Flora, Frida, Gareth,
    Gemma, Gilbert, Greta, Gustav, Hanna, Hector, Heidi, Hugo, Ida, Ingrid, Irene, Isaac, Ivan, Ivy, Jasper, Joan, Jonas,
    Judith, Julian, Karin, Kasper, Katrin, Lars, Leona, Levin, Linus, Lotte, Lucia, Magnus, Maren, Mateo, Mila, Minna,
    Nadia, Niels, Nora, Oscar, Otto, Paula, Petra, Quentin, Ramona, Rufus, Selma, Silas, Tamara, Theo, Ursula, Vera,
    Viktor, Wanda, Yara, Zoe`,
  lastName: `Alderwick, Amberley, Appleyard, Ashbrook, Aspenhurst, Barleycroft, Beechgrove, Birchfield, Blackmere,
    Bluefinch, Bramblewood, Briarstone, Brightwater, Brookhaven, Burrowby, Cedarholt, Chalkley, Cherrydale, Claybourne,
    Cliffside, Cloverley, Copperfen, Coverdell, Cranmoor, Crowhurst, Dewberry, Dovecote, Driftwell, Duskgate, Eastmarsh,
    Elderfield, Elmsworth, Emberly, Fairbank, Fallowmead, Fennimore, Fernsby, Flintlock, Foxglove, Frostwick, Gladebrook,
    Goldenhay, Greenholm, Greystoke, Hartsfield, Hawksmere, Hazelbrook, Heatherly, Highcliff, Hollowell, Honeycombe,
    Ironwood, Islebury, Juniperson, Kestrelman, Kingfisherly, Lakewell, Larchwood, Lavenderly, Leafgreen, Lindenthal,
    Lowmeadow, Mallowby, Maplethorpe, Marshgate, Meadowlark, Millstone, Mistlethorn, Moonraker, Mossbank, Nettleship,
    Nightingrove, Northmoor, Oakenshaw, Orchardson, Otterburnley, Pebbleford, Pinecroft, Plumtree, Quarrymann,
    Quillfeather, Ravenscar, Reedwater, Ridgeway, Rookwood, Rosethorn, Saltmarsh, Sandybanks, Silverbeck, Snowfield,
    Sparrowdale, Stonebridge, Summerlea, Swallowfield, Thistledown, Thornbury, Timberdale, Underhill, Valebrook,
    Westerley, Willowby, Windermark, Yarrowfield`,
  prefix: `Mr., Mrs., Ms., Dr.`,
  suffix: `Jr., Sr., I, II, III, MD, PhD`,
  color: `red, green, blue, yellow, orange, purple, pink, brown, black, white, gray, cyan, magenta, lime, olive, teal`,
  abbreviation: `HTTP, JSON, XML, SQL, API, TCP, SSL, RAM, CPU, USB, PNG, PDF, CSV, HTML, CSS, GUI, SSD, LAN, URL, AI`,
  locale: `en, de, fr, es, it, nl, pt, sv, da, fi, nb, pl, cs, hu, ro, tr, ja, ko, zh, ar`,
  jobArea: `Accounts, Applications, Brand, Communications, Data, Delivery, Finance, Infrastructure, Integration, Markets,
    Operations, Product, Quality, Research, Security, Usability`,
  jobDescriptor: `Assistant, Central, Chief, Corporate, Customer, Deputy, District, Dynamic, Global, International, Lead,
    National, Principal, Regional, Senior, Staff`,
  jobType: `Administrator, Agent, Analyst, Architect, Associate, Consultant, Coordinator, Designer, Developer, Engineer,
    Facilitator, Manager, Officer, Planner, Specialist, Technician`,
  city: `Amsterdam, Antwerp, Athens, Auckland, Austin, Barcelona, Basel, Belfast, Bergen, Berlin, Bologna, Boston,
    Brisbane, Brussels, Bucharest, Budapest, Calgary, Cardiff, Chicago, Copenhagen, Cork, Denver, Dresden, Dublin,
    Edinburgh, Florence, Geneva, Ghent, Glasgow, Gothenburg, Hamburg, Helsinki, Kyoto, Leeds, Lisbon, Ljubljana, London,
    Lyon, Madrid, Melbourne, Milan, Montreal, Munich, Nairobi, Naples, Osaka, Oslo, Paris, Perth, Porto, Prague, Riga,
    Rotterdam, Salzburg, Seville, Stockholm, Tallinn, Toronto, Vienna, Warsaw, Wellington, Zagreb`,
  street: `Acorn, Alder, Ash, Beech, Birch, Bridge, Canal, Castle, Cedar, Chapel, Church, Elm, Forest, Garden, Harbour,
    Hill, Juniper, Lake, Linden, Maple, Market, Meadow, Mill, Oak, Orchard, Park, River, School, Station, Willow`,
  streetKind: `Street, Road, Lane, Avenue, Way, Court, Drive, Place`,
  domainWord: `acorn, anchor, apple, arrow, atlas, badge, basket, beacon, bridge, bucket, button, cactus, candle, canyon,
    castle, cedar, circle, clover, comet, copper, coral, cotton, cradle, crystal, delta, ember, engine, falcon, feather,
    forest, garden, ginger, hammer, harbour, island, jigsaw, jungle, kettle, ladder, lantern, lemon, lilac, magnet,
    marble, meadow, mirror, nectar, orbit, paddle, pebble, pepper, pillow, planet, puzzle, ribbon, rocket, saddle,
    shadow, silver, timber, tunnel, velvet, willow`,
  domainSuffix: `com, net, org`,
  account: `Checking Account, Savings Account, Investment Account, Credit Card Account, Money Market Account,
    Home Loan Account, Auto Loan Account, Personal Loan Account`,
  transaction: `deposit, withdrawal, payment, invoice, transfer`,
  companySuffix: `Inc, LLC, Group`,
  weekday: `Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday`,
  month: `January, February, March, April, May, June, July, August, September, October, November, December`,
  databaseColumn: `id, title, name, email, status, category, comment, token, createdAt, updatedAt`,
  databaseType: `int, bigint, varchar, text, date, datetime, timestamp, boolean, decimal, blob`,
  databaseCollation: `utf8_bin, utf8_general_ci, utf8_unicode_ci, utf8mb4_bin, utf8mb4_general_ci, utf8mb4_unicode_ci,
    ascii_bin, ascii_general_ci, latin1_bin, latin1_general_ci`,
  databaseEngine: `InnoDB, MyISAM, MEMORY, CSV, ARCHIVE, BLACKHOLE, MERGE, FEDERATED, NDB, EXAMPLE`,
  fileType: `application, audio, image, text, video, font`,
  fileExt: `bmp, csv, doc, epub, flac, gz, ics, json, log, md, odt, rtf, svg, tar, webp, yaml`,
  commonFileType: `application, audio, image, text, video`,
  commonFileExt: `pdf, png, jpg, gif, html, txt, mp3, mp4`,
  directory: `/bin, /etc, /home, /lib, /media, /mnt, /opt, /srv, /tmp, /usr/share, /var/lib, /var/log`,
  mimeType: `application/json, application/xml, application/pdf, application/zip, application/gzip,
    application/octet-stream, application/x-www-form-urlencoded, application/javascript, audio/mpeg, audio/ogg,
    image/gif, image/jpeg, image/png, image/svg+xml, image/webp, text/css, text/csv, text/html, text/plain, video/mp4`,
  product: `Backpack, Ball, Bench, Bottle, Bowl, Chair, Clock, Cup, Desk, Gloves, Hat, Jacket, Keyboard, Lamp, Mug, Pen,
    Shelf, Shoes, Table, Towel`,
  productAdjective: `Compact, Durable, Elegant, Ergonomic, Fantastic, Generic, Handmade, Intelligent, Light, Practical,
    Recycled, Refined, Rustic, Sleek, Small, Sturdy`,
  productMaterial: `Bamboo, Ceramic, Concrete, Cotton, Glass, Granite, Leather, Linen, Metal, Plastic, Steel, Wooden`,
  department: `Automotive, Baby, Beauty, Books, Camping, Clothing, Computers, Electronics, Games, Garden, Grocery,
    Health, Home, Jewelry, Kids, Movies, Music, Outdoors, Sports, Tools`,
  noun: `array, backup, badge, bridge, buffer, cache, card, channel, circuit, cloud, driver, engine, field, filter, folder,
    gateway, index, kernel, key, ledger, map, matrix, monitor, network, packet, panel, pixel, port, queue, record, route,
    schema, sensor, server, signal, socket, stream, system, table, thread`,
  verb: `accept, adjust, arrange, assemble, balance, build, carry, collect, combine, compare, connect, copy, deliver,
    describe, encode, explore, filter, follow, gather, improve, index, inspect, join, launch, listen, measure, merge,
    observe, parse, publish, record, render, repair, repeat, route, select, sort, store, transmit, verify`,
  ingverb: `accepting, adjusting, arranging, assembling, balancing, building, carrying, collecting, combining, comparing,
    connecting, copying, delivering, describing, encoding, exploring, filtering, following, gathering, improving, indexing,
    inspecting, joining, launching, listening, measuring, merging, observing, parsing, publishing, recording, rendering,
    repairing, repeating, routing, selecting, sorting, storing, transmitting, verifying`,
  adjective: `able, active, agile, basic, bold, brief, bright, broad, calm, central, clean, clever, digital, direct, early,
    fair, flexible, fresh, gentle, honest, keen, large, light, modern, modular, narrow, neat, open, patient, plain, quick,
    quiet, remote, robust, simple, smooth, solid, steady, virtual, wide`,
  latin: `ab, accusamus, alias, amet, animi, aperiam, architecto, at, atque, aut, autem, beatae, blanditiis, commodi,
    consectetur, consequatur, corporis, culpa, cumque, debitis, delectus, deserunt, dicta, dolor, dolorem, ducimus, ea,
    eaque, eius, eligendi, enim, error, esse, est, et, eum, ex, excepturi, explicabo, facere, fugiat, harum, id, illo,
    impedit, in, ipsa, ipsum, iste, iure, labore, laudantium, lorem, magni, maxime, minima, modi, natus, nemo, neque,
    nihil, nobis, non, nulla, odio, omnis, porro, quae, quia, quis, ratione, rem, sed, sint, sit, sunt, totam, ullam,
    unde, ut, velit, vero, vitae, voluptas`,
  country: `Argentina:AR, Australia:AU, Austria:AT, Belgium:BE, Bolivia:BO, Botswana:BW, Brazil:BR, Bulgaria:BG,
    Cambodia:KH, Canada:CA, Chile:CL, Colombia:CO, Costa Rica:CR, Croatia:HR, Cyprus:CY, Denmark:DK, Ecuador:EC,
    Egypt:EG, Estonia:EE, Fiji:FJ, Finland:FI, France:FR, Germany:DE, Ghana:GH, Greece:GR, Hungary:HU, Iceland:IS,
    India:IN, Indonesia:ID, Ireland:IE, Italy:IT, Jamaica:JM, Japan:JP, Jordan:JO, Kenya:KE, Latvia:LV, Lithuania:LT,
    Luxembourg:LU, Malaysia:MY, Malta:MT, Mexico:MX, Morocco:MA, Namibia:NA, Nepal:NP, Netherlands:NL, New Zealand:NZ,
    Norway:NO, Panama:PA, Peru:PE, Philippines:PH, Poland:PL, Portugal:PT, Romania:RO, Senegal:SN, Singapore:SG,
    Slovakia:SK, Slovenia:SI, South Africa:ZA, South Korea:KR, Spain:ES, Sweden:SE, Switzerland:CH, Thailand:TH,
    Tunisia:TN, Uruguay:UY, Vietnam:VN`,
  // Only currencies whose usual symbol is ASCII.
  currency: `US Dollar:USD:$, Australian Dollar:AUD:$, Canadian Dollar:CAD:$, New Zealand Dollar:NZD:$,
    Singapore Dollar:SGD:$, Hong Kong Dollar:HKD:$, Mexican Peso:MXN:$, Chilean Peso:CLP:$, Colombian Peso:COP:$,
    Argentine Peso:ARS:$, New Taiwan Dollar:TWD:NT$, Jamaican Dollar:JMD:J$, Namibian Dollar:NAD:N$,
    Brazilian Real:BRL:R$, Dominican Peso:DOP:RD$, Swiss Franc:CHF:Fr, Swedish Krona:SEK:kr, Norwegian Krone:NOK:kr,
    Danish Krone:DKK:kr, Icelandic Krona:ISK:kr, Hungarian Forint:HUF:Ft, Romanian Leu:RON:lei,
    South African Rand:ZAR:R, Botswana Pula:BWP:P, Kenyan Shilling:KES:KSh, Malaysian Ringgit:MYR:RM,
    Indonesian Rupiah:IDR:Rp, Pakistani Rupee:PKR:Rs, Nepalese Rupee:NPR:Rs, Peruvian Sol:PEN:S/,
    Guatemalan Quetzal:GTQ:Q, Moroccan Dirham:MAD:DH`,
} as const;

const BROWSERS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0
Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0
Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15
Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`;

export type WordList = keyof typeof TEXTS | 'browser';

const lists = new Map<WordList, readonly string[]>();

export function wordList(name: WordList): readonly string[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = name === 'browser' ? BROWSERS.split('\n') : TEXTS[name].split(/,\s+/);
    lists.set(name, list);
  }
  return list;
}

export const WORD_LISTS: readonly WordList[] = [...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]), 'browser'];
