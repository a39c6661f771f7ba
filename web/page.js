// The page around the window: loading, addresses, files and the clipboard.

const at = (id) => document.getElementById(id);
const cover = at('cover');

/** The parts of the address after `#`, names and values in turn; `embed` is the page's own. */
function parts() {
  const all = [...new URLSearchParams(location.hash.slice(1))];
  document.body.classList.toggle('embedded', all.some(([name]) => name === 'embed'));
  return all.filter(([name]) => name !== 'embed').flat();
}

/** An address of this page with these parts, names and values in turn. */
function address(flat, embedded = false) {
  const query = new URLSearchParams();
  for (let k = 0; k < flat.length; k += 2) query.append(flat[k], flat[k + 1]);
  if (embedded) query.append('embed', '1');
  const hash = query.toString();
  return location.href.split('#')[0] + (hash ? `#${hash}` : '');
}

let clearing;
function tell(text) {
  at('told').textContent = text;
  clearTimeout(clearing);
  clearing = setTimeout(() => { at('told').textContent = ''; }, 6000);
}

/** Instead of the window: a sentence and a picture. */
function fail(sentence) {
  document.body.classList.add('waiting');
  cover.hidden = false;
  cover.replaceChildren(Object.assign(document.createElement('p'), { textContent: sentence }),
    Object.assign(new Image(), { src: './site/window.png', alt: 'The window: a ball that slides, rolls and spins, with its contact forces, plots, sliders and a timeline' }));
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission, or on a page that is not served over https: by way of a field.
    const field = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (!done) throw new Error('the browser does not let this page copy');
  }
}

function save(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** What a link that was asked for is copied as. */
let linkAs = (flat) => address(flat);

// What the app calls.
globalThis.stickslipPage = {
  drawn() {
    cover.hidden = true;
    document.body.classList.remove('waiting');
    performance.mark('stickslip-drawn');
    at('stickslip').focus();
  },
  download: save,
  // A link is one to this page.
  copy: (text) => copyText(/^#(answers|lesson|scene|text)=/.test(text) ? address([]) + text : text).catch((why) => tell(String(why.message ?? why))),
  choose() {
    // A browser shows its dialog only for a while after a click or a key.
    if (navigator.userActivation?.isActive === false) return tell('The browser shows no dialog so long after a click: click again.');
    at('file').click();
  },
  opened(flat) {
    // The address follows what is open, unless it already says so with values of its own.
    const [name, value] = flat;
    if (new URLSearchParams(location.hash.slice(1)).get(name ?? '') !== value) {
      history.replaceState(null, '', address(flat, document.body.classList.contains('embedded')));
    }
  },
  linked(flat, why) {
    if (why) return tell(why);
    const text = linkAs(flat);
    const copied = text.length > 8000 ? `Copied: ${text.length} characters, which some mail programs and chats cut.` : 'Copied.';
    copyText(text).then(() => tell(copied), (error) => tell(String(error.message ?? error)));
  },
  judged(lesson) {
    // A page around the iframe may count it.
    const told = { stickslip: 'judged', lesson };
    globalThis.dispatchEvent(new CustomEvent('stickslip-judged', { detail: told }));
    if (parent !== globalThis) parent.postMessage(told, '*');
  },
  state(step, hash) {
    globalThis.dispatchEvent(new CustomEvent('stickslip-state', { detail: { step, hash } }));
  },
};

/** The program, compressed where the browser can unpack it. Progress is that of the download. */
async function program(signal) {
  const packed = 'DecompressionStream' in globalThis;
  const response = await fetch(packed ? './site/stickslip_bg.wasm.gz' : './site/stickslip_bg.wasm', { signal });
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const total = Number(response.headers.get('content-length'));
  let read = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (total) {
        at('progress').value = read / total;
        at('stage').textContent = `Loading… ${(read / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
      }
      if (total && read >= total) {
        at('stage').textContent = 'Starting…';
        at('progress').removeAttribute('value');
      }
      controller.enqueue(chunk);
    },
  });
  let body = response.body.pipeThrough(counted);
  // A server that unpacks by itself says so.
  if (packed && !response.headers.get('content-encoding')) body = body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(body, { headers: { 'content-type': 'application/wasm' } });
}

async function openFile(file, app) {
  app.open_file(file.name, new Uint8Array(await file.arrayBuffer()));
}

function listen(app) {
  addEventListener('hashchange', () => app.visit(parts()));
  at('open').onclick = () => at('file').click();
  at('file').onchange = () => {
    [...at('file').files].forEach((file) => openFile(file, app));
    at('file').value = '';
  };
  at('link').onclick = () => { linkAs = (flat) => address(flat); app.ask_link(); };
  at('embed').onclick = () => {
    linkAs = (flat) => `<iframe src="${address(flat, true)}" width="1120" height="700" style="border:0" allow="clipboard-write; fullscreen"></iframe>`;
    app.ask_link();
  };
  at('full').onclick = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  // Keys are the window's, not those of the button clicked last.
  document.querySelector('nav').addEventListener('click', () => at('stickslip').focus());
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    [...event.dataTransfer.files].forEach((file) => openFile(file, app));
  });
  // The text of a paste is there only later: the key is held back until then.
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'v' || !navigator.clipboard?.readText) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    navigator.clipboard.readText().then((text) => app.paste(text), () => tell('The browser does not let this page read the clipboard.'));
  }, { capture: true });
  globalThis.stickslip = app;
}

async function begin() {
  // Asking for WebGL2 starts the graphics process: half a second without a GPU, in which the program is on its way.
  const stop = new AbortController();
  const loading = Promise.all([import('./site/stickslip.js'), WebAssembly.compileStreaming(program(stop.signal))]);
  loading.catch(() => {}); // Reported where it is awaited.
  await new Promise((ready) => setTimeout(ready));
  if (!document.createElement('canvas').getContext('webgl2')) {
    stop.abort();
    return fail('This browser does not offer WebGL2, which the window needs. Try a current Firefox, Chrome, Edge or Safari with hardware acceleration, or install stickslip: it looks like this.');
  }
  if (screen.width < 600 && screen.width < screen.height) tell('Turn the device on its side: panels and scene then have more room.');
  const [app, code] = await loading;
  await app.default({ module_or_path: code });
  listen(app);
  try {
    app.begin(parts());
  } catch (error) {
    // The event loop of a page is entered by leaving the call.
    if (!String(error).includes('control flow')) throw error;
  }
}

addEventListener('error', (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) fail(`stickslip has stopped: ${event.message}. Reload the page to begin again; the console has the details.`);
});
begin().catch((error) => fail(`stickslip cannot start: ${error.message ?? error}`));
