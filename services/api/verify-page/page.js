import { judge, Mismatch, NoBundle, unseal } from './judge.js';

const by = (id) => document.getElementById(id);
const show = (id, isShown) => (by(id).hidden = !isShown);

/** Bodies of the events of each incident, in order, by stream. */
let incidents = new Map();
let opened = { keys: new Map(), tenant: '' };

const breathe = () => new Promise((resolve) => setTimeout(resolve));

/** The file that was chosen last: what is found out about an earlier one is not shown any more. */
let chosen = null;

async function verify(file) {
  chosen = file;
  const found = new Map();
  incidents = new Map();
  show('verdict', false);
  show('incidents', false);
  show('working', true);
  by('bar').value = 0;
  by('done').textContent = '';
  for (const name of document.querySelectorAll('.file')) name.textContent = file.name;
  let lastDrawn = 0;
  const verdict = await judged(file, {
    progress: async (done, of) => {
      if (chosen !== file) throw new Mismatch(file.name, 'another file was chosen');
      by('bar').max = of;
      by('bar').value = done;
      if (performance.now() - lastDrawn < 100) return;
      lastDrawn = performance.now();
      by('done').textContent = `${done} of ${of} events`;
      await breathe();
    },
    event: (event) => {
      if (!event.stream.startsWith('incident:')) return;
      const known = found.get(event.stream) ?? { number: event.number, bodies: [] };
      known.bodies.push(event.body);
      found.set(event.stream, known);
    },
  });
  if (chosen !== file) return;
  incidents = found;
  verdict();
  show('working', false);
  show('verdict', true);
  by('verdict').focus();
}

/** Verifies a file. @returns a function that shows the verdict. */
async function judged(file, callbacks) {
  try {
    const found = await judge(file, callbacks);
    return () => tellIntact(found);
  } catch (error) {
    if (error instanceof NoBundle) return () => tellNoBundle(error.message);
    const message = error instanceof Mismatch ? error.message : `the file cannot be read (${error.message})`;
    return () => tellBroken(message);
  }
}

function tellIntact({ manifest, fingerprint, checkpoints, keys }) {
  by('verdict').className = 'intact';
  by('outcome').textContent = 'Intact';
  by('reason').textContent = `Every event of ${manifest.organization.name} in this bundle is as it was written.`;
  const rows = [
    ['Positions', `${manifest.firstPosition} to ${manifest.lastPosition}`],
    ['Events', `${manifest.events}, of which ${manifest.redacted} are left out`],
    ['Checkpoints', String(checkpoints)],
    ['Made', manifest.made],
    ['Hash', manifest.headHash],
    ['Personal data', manifest.personalData === 'WITH_KEYS' ? 'with keys' : 'sealed'],
  ];
  by('facts').replaceChildren(...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]));
  by('fingerprint').textContent = fingerprint.match(/.{4}/g).join(' ');
  show('signed', true);
  opened = { keys, tenant: manifest.organization.guid };
  if (keys.size > 0 && incidents.size > 0) offerIncidents();
}

function tellBroken(message) {
  tellUnsigned('broken', 'NOT AS WRITTEN', message);
}

function tellNoBundle(message) {
  tellUnsigned('foreign', 'Not an audit bundle', `${message} Choose the ZIP as you received it, without unpacking it.`);
}

function tellUnsigned(className, outcome, message) {
  by('verdict').className = className;
  by('outcome').textContent = outcome;
  by('reason').textContent = message;
  by('facts').replaceChildren();
  show('signed', false);
}

function element(name, content) {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
}

function offerIncidents() {
  const options = [...incidents]
    .sort(([, one], [, other]) => (one.number ?? 0) - (other.number ?? 0))
    .map(([stream, { number, bodies }]) => {
      const option = element('option', `Event ${number ?? stream.slice(9, 17)} (${bodies.length})`);
      option.value = stream;
      return option;
    });
  by('incident').replaceChildren(...options);
  show('incidents', true);
  void tellIncident(options[0].value);
}

async function tellIncident(stream) {
  const items = [];
  for (const body of incidents.get(stream).bodies) {
    const { type, metadata, data } = await unseal(body, opened.keys, opened.tenant);
    const item = document.createElement('li');
    item.append(element('h3', type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')), element('p', metadata.at), factsOf(data));
    items.push(item);
  }
  by('events').replaceChildren(...items);
}

function factsOf(value) {
  const list = document.createElement('dl');
  for (const [name, item] of Object.entries(value)) {
    const isEmpty = item === null || item === '' || (Array.isArray(item) && item.length === 0);
    if (isEmpty) continue;
    const description = document.createElement('dd');
    if (Array.isArray(item))
      description.append(...item.map((one) => (typeof one === 'object' ? factsOf(one) : element('span', String(one)))));
    else description.append(typeof item === 'object' ? factsOf(item) : String(item));
    list.append(element('dt', name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()), description);
  }
  return list;
}

by('choose').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  // Choosing the same file again is a change then, too.
  target.value = '';
  if (file) void verify(file);
});
by('incident').addEventListener('change', ({ target }) => void tellIncident(target.value));
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  by('drop').classList.add('over');
});
document.addEventListener('dragleave', () => by('drop').classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  by('drop').classList.remove('over');
  const [file] = event.dataTransfer.files;
  if (file) void verify(file);
});
