// The output of the readers in JavaScript: one object of JSON a line, with bytes in hexadecimal.

const hex = bytes => (bytes === null || bytes === undefined ? null : Buffer.from(bytes).toString('hex'))

// `headers` are pairs of a name and a value, or a list of the values of this name.
export function show (offset, key, value, headers) {
  const names = headers.flatMap(([name, data]) => (Array.isArray(data) ? data : [data]).map(one => [String(name), hex(one)]))
  console.log(JSON.stringify({ offset: Number(offset), key: hex(key), value: hex(value), headers: names }))
}
