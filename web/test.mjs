// The page in a real browser: loading, hashes, mouse, touch, links, files, lessons, rest, and what a browser lacks.
//
// web/build.sh, then `npm install` and `npm test` in this folder. Needs the desktop's program, `cargo build`, whose
// hashes are the reference, and Chromium (CHROMIUM names it if it is not /usr/bin/chromium).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const here = import.meta.dirname;
const pictures = process.env.PICTURES;
const program = process.env.STICKSLIP ?? path.join(here, '../target/debug/stickslip');
// Drawing in software: seconds per picture on a busy machine.
const patience = 120_000;
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let server, browser, site;

/** A plain file server, and a teacher's page at /lesson.html. */
function serve() {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png' };
  const teacher = `<!doctype html><link rel="icon" href="data:,"><h1>Friction</h1><iframe id="lesson" src="/#lesson=brick-slips&embed=1" width="960" height="600"></iframe>`;
  return new Promise((ready) => {
    const made = http.createServer((request, response) => {
      const name = request.url === '/' ? 'index.html' : decodeURIComponent(request.url.split('?')[0]);
      if (name === '/lesson.html') return response.writeHead(200, { 'content-type': 'text/html' }).end(teacher);
      const file = path.join(here, name);
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      const type = types[path.extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-length': fs.statSync(file).size });
      fs.createReadStream(file).pipe(response);
    }).listen(0, '127.0.0.1', () => ready(made));
  });
}

before(async () => {
  server = await serve();
  site = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...software, ...quiet] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Waits until the window has drawn. */
async function drawn(frame) {
  await frame.waitForFunction(() => document.getElementById('cover').hidden, null, { timeout: patience });
}

/** The page at an address, with its window drawn; anything it complains of is an error of the test. */
async function open(t, address, settings = {}, frame = null) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'], ...settings });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  page.on('pageerror', (error) => { if (!String(error).includes('control flow')) complaints.push(String(error)); });
  // Counts the pictures.
  await page.addInitScript(() => {
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.pictures = 0;
    globalThis.requestAnimationFrame = (call) => ask((time) => { globalThis.pictures += 1; call(time); });
  });
  t.after(async () => {
    if (pictures) await page.screenshot({ path: path.join(pictures, `${t.name.replaceAll(/\W+/g, '-')}.png`) });
    await context.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(site + address);
  await drawn(frame ? await page.locator(frame).elementHandle().then((found) => found.contentFrame()) : page);
  return page;
}

/** The step shown, and the hash of its state. */
function state(frame) {
  return frame.evaluate(() => new Promise((told) => {
    addEventListener('stickslip-state', (event) => told(event.detail), { once: true });
    globalThis.stickslip.ask_state();
  }));
}

/** Waits until this holds of the state. */
async function until(frame, holds, what) {
  const end = Date.now() + patience;
  for (;;) {
    const now = await state(frame);
    if (holds(now)) return now;
    assert.ok(Date.now() < end, `waited too long until ${what}: step ${now.step}`);
    await frame.waitForTimeout(200);
  }
}

/** Waits until so many pictures are drawn: what was put in before is in the last of them, however slow the machine is. */
async function pictured(frame, count = 3) {
  const end = (await frame.evaluate(() => globalThis.pictures)) + count;
  await frame.waitForFunction((end) => globalThis.pictures >= end, end, { timeout: patience });
}

/** Waits until the window rests: a few late pictures come, at intervals of 0.6 s or as fast as the machine draws. */
async function rested(frame) {
  const end = Date.now() + patience;
  for (let before = -1; ;) {
    const now = await frame.evaluate(() => globalThis.pictures);
    if (now === before) return;
    assert.ok(Date.now() < end, 'a window at rest goes on drawing');
    before = now;
    // A busy machine takes four seconds for a picture.
    await frame.waitForTimeout(12000);
  }
}

/** The share of this time for which the page's own thread was busy, %. */
async function load(page, time) {
  const meter = await page.context().newCDPSession(page);
  const busy = async () => (await meter.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  await meter.send('Performance.enable');
  const before = await busy();
  await page.waitForTimeout(time);
  const share = (100 * 1000 * (await busy() - before)) / time;
  await meter.detach();
  return share;
}

/** What the page has put on the clipboard by this button. */
async function copied(page, button) {
  await page.evaluate(() => { document.getElementById('told').textContent = ''; });
  await page.click(button);
  await page.waitForFunction(() => document.getElementById('told').textContent !== '', null, { timeout: patience });
  assert.equal(await page.textContent('#told'), 'Copied.');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Steps and hash that the desktop's program prints after some seconds. */
function desktop(scene, seconds, ...sets) {
  const set = sets.flatMap((value) => ['--set', value]);
  const told = execFileSync(program, ['run', scene, '--duration', String(seconds), ...set], { encoding: 'utf8' });
  const [, steps, hash] = /^(\d+) steps .* state ([0-9a-f]{16})$/m.exec(told) ?? assert.fail(told);
  return { step: Number(steps), hash };
}

test('a scene opens with its values', async (t) => {
  const page = await open(t, '#scene=sphere-up-35&mu_s=0.3');
  const since = await page.evaluate(() => performance.getEntriesByName('stickslip-drawn')[0].startTime);
  t.diagnostic(`first picture after ${(since / 1000).toFixed(1)} s`);
  assert.equal(new URL(await copied(page, '#link')).hash, '#scene=sphere-up-35&friction.mu_s=0.3');
});

test('the same bits as on the desktop', async (t) => {
  const page = await open(t, '');
  const scenes = ['sphere-up-35', 'ellipsoid-falls', 'spinning-coin', 'rigid-spools', 'dae-topple', 'three-ways-to-hold'];
  for (const scene of scenes) {
    const { step, hash } = desktop(scene, 0.1);
    assert.ok(step >= 10, `${scene} has taken ${step} steps`);
    const found = await page.evaluate(([name, steps]) => globalThis.stickslip.hash_after(name, steps), [scene, step]);
    assert.equal(found, hash, scene);
  }
});

test('it plays, and rests', async (t) => {
  const page = await open(t, '#scene=brick-slips&mu_s=0.3');
  const first = await state(page);
  assert.equal(first.step, 0);
  await page.keyboard.press('Space');
  await until(page, (now) => now.step > 50, 'it plays');
  await page.keyboard.press('Space');
  const { step } = await until(page, () => true, '');
  await page.waitForTimeout(1500);
  const rest = await state(page);
  assert.ok(rest.step - step < 2000, 'it pauses');
  assert.deepEqual(rest, desktop('brick-slips', rest.step * 1e-4, 'friction.mu_s=0.3'));
  await rested(page);
  const before = await page.evaluate(() => globalThis.pictures);
  const share = await load(page, 8000);
  assert.equal(await page.evaluate(() => globalThis.pictures), before, 'a window at rest draws nothing');
  t.diagnostic(`at rest ${share.toFixed(2)} % of a core`);
  assert.ok(share < 1, `a window at rest takes ${share} % of a core`);
});

test('a slider is dragged, and the link holds it', async (t) => {
  const page = await open(t, '#scene=sphere-up-35');
  // The upper handle, S, of the friction slider.
  await page.mouse.move(1030, 128);
  await pictured(page);
  await page.mouse.down();
  for (const x of [1060, 1100, 1140, 1180]) {
    await pictured(page);
    await page.mouse.move(x, 128);
  }
  await pictured(page);
  await page.mouse.up();
  await pictured(page);
  const link = new URL(await copied(page, '#link'));
  const value = Number(new URLSearchParams(link.hash.slice(1)).get('friction.mu_s'));
  assert.ok(value > 0.3 && value < 1.5, link.hash);
  // The link opens the same scene.
  await page.goto('about:blank');
  await page.goto(link.href);
  await drawn(page);
  assert.equal(new URL(await copied(page, '#link')).hash, link.hash);
  const line = await copied(page, '#embed');
  assert.match(line, /^<iframe src="http.*friction\.mu_s=.*embed=1"/);
});

test('another address, and a wrong one', async (t) => {
  const page = await open(t, '#scene=sphere-up-35');
  await page.evaluate(() => { location.hash = '#scene=brick-slips&goto=40'; });
  const there = await until(page, (now) => now.step === 40, 'it goes to the step');
  assert.deepEqual(there, desktop('brick-slips', 0.004));
  await page.evaluate(() => { location.hash = '#scene=brick-slip'; });
  await page.waitForTimeout(1500);
  assert.equal((await state(page)).hash, there.hash, 'a wrong address changes nothing');
  const lost = await open(t, '#scene=nowhere');
  assert.equal((await state(lost)).step, 0);
});

test('fingers turn, zoom and select', async (t) => {
  const page = await open(t, '#scene=sphere-up-35', { hasTouch: true });
  const fingers = await page.context().newCDPSession(page);
  const send = (type, ...at) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
  const touch = async (type, ...at) => {
    await send(type, ...at);
    await pictured(page);
  };
  const scene = { x: 240, y: 180, width: 440, height: 300 };
  const look = () => page.screenshot({ clip: scene });
  await rested(page);
  const start = await look();
  await page.mouse.move(960, 700);
  await pictured(page);
  assert.deepEqual(await look(), start, 'nothing moves by itself');
  await touch('touchStart', [350, 250]);
  await touch('touchMove', [400, 260]);
  await touch('touchMove', [450, 270]);
  await touch('touchEnd');
  const turned = await look();
  assert.notDeepEqual(turned, start, 'a finger turns the camera');
  await touch('touchStart', [400, 300], [500, 300]);
  await touch('touchMove', [350, 300], [550, 300]);
  await touch('touchEnd');
  assert.notDeepEqual(await look(), turned, 'two fingers zoom');
  // A slider by touch: μs is no longer that of the scene.
  await touch('touchStart', [1030, 128]);
  await touch('touchMove', [1090, 128]);
  await touch('touchMove', [1180, 128]);
  await touch('touchEnd');
  const friction = async () => Number(new URLSearchParams(new URL(await copied(page, '#link')).hash.slice(1)).get('friction.mu_s'));
  const dragged = await friction();
  assert.ok(dragged > 0.3, 'a finger drags a slider');
  // All of it between two pictures, as on a slow machine: what was pressed is dragged.
  const drag = [['touchStart', [1180, 128]], ['touchMove', [1090, 128]], ['touchEnd']];
  await Promise.all(drag.map(([type, ...at]) => send(type, ...at)));
  await pictured(page, 6);
  const back = await friction();
  assert.ok(back > 0.3 && back < dragged, `a fast finger drags it back, from ${dragged} to ${back}`);
});

test('files come and go', async (t) => {
  const page = await open(t, '');
  const text = fs.readFileSync(path.join(here, '../scenes/brick-slips.ron'), 'utf8').replace(/title: "[^"]*"/, 'title: "Mine"');
  assert.match(text, /title: "Mine"/);
  const put = (name, text) => page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await put('mine.ron', text);
  await page.waitForTimeout(2500);
  assert.match(new URLSearchParams(new URL(await copied(page, '#link')).hash.slice(1)).get('text'), /title: "Mine"/);
  await page.keyboard.press('Space');
  await until(page, (now) => now.step > 20, 'it plays');
  await page.keyboard.press('Space');
  const received = page.waitForEvent('download', { timeout: patience });
  await page.keyboard.press('F12');
  const picture = await received;
  assert.match(picture.suggestedFilename(), /\.png$/);
  assert.deepEqual([...fs.readFileSync(await picture.path()).subarray(1, 4)], [...Buffer.from('PNG')]);
  // A file with a fault changes nothing.
  const before = await state(page);
  await put('broken.ron', 'Scene(schema: 1, wrong: 1)');
  await page.waitForTimeout(2500);
  assert.deepEqual(await state(page), before);
});

test('a file is chosen in the dialog of the browser', async (t) => {
  const page = await open(t, '#scene=sphere-up-35');
  const before = await state(page);
  // Open, as in the gallery.
  const choose = async (name, text) => {
    const asked = page.waitForEvent('filechooser', { timeout: patience });
    await page.keyboard.press('Control+Shift+O');
    await (await asked).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await pictured(page, 6);
  };
  const text = fs.readFileSync(path.join(here, '../scenes/brick-slips.ron'), 'utf8').replace(/title: "[^"]*"/, 'title: "Chosen"');
  // One with a fault changes nothing.
  await choose('broken.ron', text.replace('title:', 'titel:'));
  assert.deepEqual(await state(page), before);
  if (pictures) await page.screenshot({ path: path.join(pictures, 'faults-of-a-file.png') });
  // Its faults are shown until they are dismissed.
  await page.keyboard.press('Escape');
  await pictured(page, 6);
  await choose('mine.ron', text);
  assert.equal(new URLSearchParams(new URL(await copied(page, '#link')).hash.slice(1)).get('text'), text);
});

test('a link holds a text', async (t) => {
  const text = fs.readFileSync(path.join(here, '../scenes/brick-slips.ron'), 'utf8').replace(/title: "[^"]*"/, 'title: "50 % of μ + 1 & more"');
  const page = await open(t, `#text=${encodeURIComponent(text)}`);
  const link = new URL(await copied(page, '#link'));
  assert.equal(new URLSearchParams(link.hash.slice(1)).get('text'), text);
  await page.goto('about:blank');
  await page.goto(link.href);
  await drawn(page);
  await page.keyboard.press('Space');
  await until(page, (now) => now.step > 20, 'it plays');
  // A link that was cut opens the gallery, with the fault.
  const cut = await open(t, link.hash.slice(0, link.hash.length / 2));
  assert.equal((await state(cut)).step, 0);
  assert.equal(new URL(await copied(cut, '#link')).hash, '');
});

test('a lesson is finished, within a page of a teacher', async (t) => {
  const page = await open(t, 'lesson.html', {}, '#lesson');
  const frame = page.frames()[1];
  await page.evaluate(() => { addEventListener('message', (event) => { globalThis.told = event.data; }); });
  assert.equal(await frame.isVisible('nav'), false, 'the bar is the teacher\'s page');
  const { x, y } = await page.locator('#lesson').boundingBox();
  const at = async (dx, dy) => {
    await page.mouse.move(x + dx, y + dy);
    await pictured(frame);
    await page.mouse.down();
    await pictured(frame);
    await page.mouse.up();
    await pictured(frame);
  };
  // Half of the scale is the prediction; it is pinned; the board is tilted by the large button.
  await at(125, 160);
  await at(55, 190);
  if (pictures) await page.screenshot({ path: path.join(pictures, 'lesson-pinned.png') });
  await at(70, 205);
  const before = await until(frame, (now) => now.step > 0, 'the board tilts');
  t.diagnostic(`the board tilts at step ${before.step}`);
  await page.waitForFunction(() => globalThis.told !== undefined, null, { timeout: 3 * patience });
  assert.deepEqual(await page.evaluate(() => globalThis.told), { stickslip: 'judged', lesson: 'brick-slips' });
});

test('without WebGL2 there is a sentence and a picture', async (t) => {
  const bare = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--disable-gpu', '--disable-3d-apis', ...quiet] });
  t.after(() => bare.close());
  const page = await bare.newPage();
  await page.goto(site);
  await page.waitForSelector('#cover p');
  assert.match(await page.textContent('#cover'), /WebGL2/);
  await page.waitForFunction(() => document.querySelector('#cover img')?.naturalWidth > 0);
  if (pictures) await page.screenshot({ path: path.join(pictures, 'without-webgl2.png') });
});
