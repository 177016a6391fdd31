/** Conditions around statements, loops, variables, and what is left out. */
import { form, type FormGroup } from './form.js';

export const STATEMENT_FORMS: readonly FormGroup[] = [
  {
    title: 'Conditions around statements',
    forms: [
      form(
        'if (pm.response.code === 200) { pm.expect(json.a).to.be.ok; }',
        'expect body.a truthy when status == 200',
      ),
      form(
        'if (json.a) { assert(json.b); } else { assert(json.c); }',
        'expect body.b truthy when body.a truthy',
        'expect body.c truthy unless body.a truthy',
      ),
      form(
        'if (json.a) { assert(json.b); } else if (json.c) { assert(json.d); } else { assert(json.e); }',
        'expect body.b truthy when body.a truthy',
        'expect body.d truthy when body.c truthy unless body.a truthy',
        'expect body.e truthy unless body.a truthy unless body.c truthy',
      ),
      form(
        'if (json.a && json.b === "x") { if (json.c) { assert(json.d); } }',
        'expect body.d truthy when body.a truthy and body.b == "x" and body.c truthy',
      ),
      form(
        'json.a ? assert(json.b) : assert(json.c);',
        'expect body.b truthy when body.a truthy',
        'expect body.c truthy unless body.a truthy',
      ),
      form('json.a && assert(json.b);', 'expect body.b truthy when body.a truthy'),
      form('if (json.a) return; assert(json.b);', 'expect body.b truthy unless body.a truthy'),
      form(
        'if (json.a || json.b) return; assert(json.c);',
        'expect body.c truthy unless body.a truthy unless body.b truthy',
      ),
      form(
        'if (json.error) { assert(json.code); throw new Error("no"); } assert(json.b);',
        'expect body.code truthy when body.error truthy',
        'expect jsonpath "$" exists',
        'expect body.error !truthy',
        'expect body.b truthy unless body.error truthy',
      ),
      form(
        'switch (json.kind) { case "a": assert(json.x); break; case "b": case "c": assert(json.y); break; default: assert(json.z); }',
        'expect body.x truthy when body.kind == "a"',
        'expect body.y truthy when body.kind in ["b","c"]',
        'expect body.z truthy unless body.kind in ["a","b","c"]',
      ),
      form('if (weird()) { assert(json.a); assert(json.b); }', 'reported: weird'),
      form(
        'if (json.token) pm.environment.set("token", json.token);',
        'token from body.token when body.token truthy',
      ),
    ],
  },
  {
    title: 'Loops',
    forms: [
      form(
        'json.items.forEach((x) => pm.expect(x.id).to.be.above(0));',
        'expect body.items each .id > 0',
        'expect body.items each .id type number',
      ),
      form(
        'json.items.forEach((x) => { pm.expect(x).to.have.property("id"); });',
        'expect body.items each .id !absent',
      ),
      form('for (const x of json.items) { assert(x.id); }', 'expect body.items each .id truthy'),
      form(
        'for (let i = 0; i < json.items.length; i++) { assert(json.items[i].id); }',
        'expect body.items each .id truthy',
      ),
      form('_.each(json.items, (x) => assert(x.id));', 'expect body.items each .id truthy'),
      form('json.items.forEach((x) => { if (x.a) assert(x.b); });', 'reported: a condition'),
      form('json.items.forEach((x) => pm.environment.set("last", x.id));', 'last from body.items[-1].id'),
      form(
        '["a", "b"].forEach((k) => pm.expect(json).to.have.property(k));',
        'expect body.a !absent',
        'expect body.b !absent',
      ),
      form('while (true) { assert(json.a); }', 'reported: a loop'),
      form('for (const k in json) { assert(json[k]); }', 'reported: a loop'),
    ],
  },
  {
    title: 'Variables',
    forms: [
      form(
        'pm.environment.set("t", json.ok ? json.t : "none");',
        't from body.t when body.ok truthy',
        't from text "none" unless body.ok truthy',
      ),
      form('pm.globals.set("t", json.t);', 'global t from body.t'),
      form('pm.collectionVariables.set("t", json.t);', 't from body.t'),
      form('pm.variables.set("t", json.t);', 't from body.t'),
      form('postman.setEnvironmentVariable("t", json.t);', 't from body.t'),
      form('postman.setGlobalVariable("t", json.t);', 'global t from body.t'),
      form('client.global.set("t", response.body.t);', 'global t from body.t'),
      form('bru.setVar("t", res.body.t);', 't from body.t'),
      form('bru.setEnvVar("t", res.body.t);', 't from body.t'),
      form('bru.setGlobalEnvVar("t", res.body.t);', 'global t from body.t'),
      form('insomnia.environment.set("t", json.t);', 't from body.t'),
      form('exports.t = response.parsedBody.t;', 't from body.t'),
      form('$global.t = response.parsedBody.t;', 'global t from body.t'),
      form('pm.environment.set("a b", json.t);', 'a_b from body.t'),
      form('pm.environment.set("a" + json.t, 1);', 'reported: pm.environment.set'),
      form(
        'pm.environment.set("x", json.t); assert(pm.environment.get("x") === "a");',
        'expect body.t == "a"',
        'x from body.t',
      ),
    ],
  },
  {
    title: 'Opened as if their content stood there',
    forms: [
      form(
        'pm.test("named", function () { pm.response.to.have.status(200); });',
        '# named',
        'expect status == 200',
      ),
      form(
        'client.test("named", () => { client.assert(response.status === 200); });',
        '# named',
        'expect status == 200',
      ),
      form(
        'describe("all", () => { it("named", async () => { await expect(json.a).to.be.ok; }); });',
        '# named',
        'expect body.a truthy',
      ),
      form('try { assert(json.a); } catch (e) { console.log(e); }', 'expect body.a truthy'),
      form('try { assert(json.a); } catch (e) { retry(); }', 'reported: a try block'),
      form(
        'let a; try { a = JSON.parse(responseBody); } catch (e) { return; } assert(a.b);',
        'expect body.b truthy when jsonpath "$" !absent',
      ),
      form('if (json) { assert(json.a); }', 'expect body.a truthy when jsonpath "$" truthy'),
      form('function isBig(n) { return n > 5; } assert(isBig(json.n));', 'expect body.n > 5'),
      form('(function () { assert(json.a); })();', 'expect body.a truthy'),
      form('function check(name) { assert(json[name]); } check("a");', 'expect body.a truthy'),
      form(
        'const { a, b: [c] } = json; assert(a); assert(c);',
        'expect body.a truthy',
        'expect body.b[0] truthy',
      ),
      form('const data2 = json.data || {}; assert(data2.a);', 'expect body.data.a truthy'),
    ],
  },
  {
    title: 'Scripts before a request',
    forms: [
      { script: 'pm.environment.set("t", "a");', lines: ['# @set t = a'], stage: 'before' },
      { script: 'request.variables.set("t", "a");', lines: ['# @set t = a'], stage: 'before' },
      {
        script: 'pm.globals.set("t", crypto.randomUUID());',
        lines: ['# @set global t = {{$uuid()}}'],
        stage: 'before',
      },
      {
        script: 'if (!pm.environment.get("t")) { pm.environment.set("t", "a"); }',
        lines: ['# @set t = a when variable t !truthy'],
        stage: 'before',
      },
      {
        script: 'pm.request.headers.upsert({ key: "X-Id", value: "a" });',
        lines: ['X-Id: a'],
        stage: 'before',
      },
      { script: 'req.setHeader("X-Id", bru.getVar("x"));', lines: ['X-Id: {{x}}'], stage: 'before' },
      { script: 'req.setTimeout(500);', lines: ['# @timeout 500'], stage: 'before' },
      {
        script: 'pm.expect(pm.response.code).to.equal(200);',
        lines: ['reported: pm.expect'],
        stage: 'before',
      },
    ],
  },
  {
    title: 'Left out by design',
    forms: [
      form('console.log(json);'),
      form('client.log("done");'),
      form('"use strict";'),
      form('pm.test("nothing", () => {});'),
      form('pm.test.skip("later", () => { assert(json.a); });'),
      form('pm.expect(json.a);'),
      form('pm.environment.set("x", pm.globals.get("x"));'),
    ],
  },
  {
    title: 'Reported, never translated',
    forms: [
      form('pm.sendRequest("http://127.0.0.1/", () => { assert(json.a); });', 'reported: pm.sendRequest'),
      form('bru.runRequest("other");', 'reported: bru.runRequest'),
      form('client.exec("ls");', 'reported: client.exec'),
      form('setTimeout(() => {}, 100);', 'reported: setTimeout'),
      form('postman.setNextRequest("other");', 'reported: postman.setNextRequest'),
      form('pm.execution.skipRequest();', 'reported: pm.execution.skipRequest'),
      form('pm.request.headers.add({ key: "a", value: "b" });', 'reported: pm.request.headers.add'),
      form('pm.environment.unset("x");', 'reported: pm.environment.unset'),
      form('pm.visualizer.set("<p>");', 'reported: pm.visualizer.set'),
      form('pm.expect(xml2Json(responseBody).a).to.be.ok;', 'reported: xml2Json'),
      form('pm.expect(_.get(json, "a")).to.be.ok;', 'reported: _.get'),
      form('pm.expect(json.n + 1).to.equal(2);', 'reported: pm.expect'),
      form('pm.expect(json[key]).to.be.ok;', 'reported: pm.expect'),
    ],
  },
];
