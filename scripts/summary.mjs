// Reads the events of `go test -json`, prints each package as it ends with the output of what failed, the count, and what took longest.
import { createInterface } from 'node:readline';

const output = new Map();
const count = { pass: 0, fail: 0, skip: 0 };
let broken = false;
const longest = [];

for await (const line of createInterface({ input: process.stdin })) {
  let event;
  try {
    event = JSON.parse(line);
  } catch {
    console.log(line);
    continue;
  }
  const key = `${event.Package ?? event.ImportPath} ${event.Test ?? ''}`;
  switch (event.Action) {
    case 'output':
    case 'build-output':
      output.set(key, (output.get(key) ?? '') + event.Output);
      break;
    case 'build-fail':
      process.stdout.write(output.get(key) ?? '');
      break;
    case 'pass':
    case 'fail':
    case 'skip':
      finish(event, key);
  }
}

function finish(event, key) {
  if (event.Action === 'fail') {
    broken = true;
    process.stdout.write(output.get(key) ?? '');
  }
  output.delete(key);
  if (event.Test) {
    count[event.Action]++;
    if (!event.Test.includes('/')) longest.push(event);
  } else if (event.Action === 'pass') {
    console.log(`ok    ${event.Package} ${event.Elapsed} s`);
  }
}

longest.sort((a, b) => b.Elapsed - a.Elapsed);
for (const { Elapsed, Package, Test } of longest.slice(0, 10)) console.log(`      ${Elapsed} s ${Package} ${Test}`);
console.log(`Go: ${count.pass} passed, ${count.fail} failed, ${count.skip} skipped`);
process.exitCode = broken ? 1 : 0;
