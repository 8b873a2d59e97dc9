import { judge, Mismatch, unseal } from './judge.js';

const by = (id) => document.getElementById(id);
const show = (id, isShown) => (by(id).hidden = !isShown);

/** Bodies of the events of each incident, in order, by stream. */
let incidents = new Map();
let opened = { keys: new Map(), tenant: '' };

const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function verify(file) {
  incidents = new Map();
  show('verdict', false);
  show('incidents', false);
  show('working', true);
  by('file').textContent = file.name;
  let lastDrawn = 0;
  try {
    const found = await judge(file, {
      progress: async (done, of) => {
        by('bar').max = of;
        by('bar').value = done;
        if (performance.now() - lastDrawn < 100) return;
        lastDrawn = performance.now();
        by('done').textContent = `${done} of ${of} events`;
        await breathe();
      },
      event: (event) => {
        if (!event.stream.startsWith('incident:')) return;
        const known = incidents.get(event.stream) ?? { number: event.number, bodies: [] };
        known.bodies.push(event.body);
        incidents.set(event.stream, known);
      },
    });
    tellIntact(found);
  } catch (error) {
    tellBroken(error instanceof Mismatch ? error.message : `the file cannot be read (${error.message})`);
  } finally {
    show('working', false);
    show('verdict', true);
    by('verdict').focus();
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
  by('verdict').className = 'broken';
  by('outcome').textContent = 'NOT AS WRITTEN';
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

by('choose').addEventListener('change', ({ target }) => target.files[0] && void verify(target.files[0]));
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
