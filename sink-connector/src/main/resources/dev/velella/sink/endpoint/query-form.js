'use strict';

const element = (id) => document.getElementById(id);

function term(binding) {
  if (!binding) {
    return '';
  }
  if (binding.type === 'uri') {
    return '<' + binding.value + '>';
  }
  if (binding.type === 'bnode') {
    return '_:' + binding.value;
  }
  return typeof binding.value === 'string' ? binding.value : JSON.stringify(binding.value);
}

function row(cellName, cells) {
  const line = document.createElement('tr');
  for (const cell of cells) {
    const box = document.createElement(cellName);
    box.textContent = cell;
    line.append(box);
  }
  return line;
}

function show(result) {
  if (typeof result.boolean === 'boolean') {
    element('message').textContent = String(result.boolean);
    return;
  }
  const names = result.head.vars;
  const rows = result.results.bindings.map((binding) => row('td', names.map((name) => term(binding[name]))));
  element('table').replaceChildren(row('th', names), ...rows);
  element('message').textContent = rows.length + (rows.length === 1 ? ' result' : ' results');
}

async function run(event) {
  event.preventDefault();
  element('table').replaceChildren();
  element('text').textContent = '';
  element('message').textContent = 'Running';
  try {
    const response = await fetch('sparql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/sparql-query',
        'Accept': 'application/sparql-results+json, text/turtle',
      },
      body: element('query').value,
    });
    if (!response.ok) {
      element('message').textContent = await response.text();
    } else if (response.headers.get('Content-Type').includes('json')) {
      show(await response.json());
    } else {
      element('message').textContent = '';
      element('text').textContent = await response.text();
    }
  } catch (error) {
    element('message').textContent = String(error);
  }
}

async function status() {
  const figures = await (await fetch('status')).json();
  element('status').textContent = figures.statements + ' statements of ' + figures.streams + ' streams';
}

element('form').addEventListener('submit', run);
status();
