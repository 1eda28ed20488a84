import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

/**
 * Runs a statement in the program's own database, for what only the world outside could bring about. It speaks as much of PostgreSQL's
 * protocol as that takes: the database trusts everybody who reaches its socket.
 */
export async function sql(data, statement) {
  const socket = connect(await socketIn(data));
  try {
    socket.write(startup({ user: 'laurel', database: 'laurel' }));
    await ready(socket);
    socket.write(message('Q', `${statement}\0`));
    await ready(socket);
  } finally {
    socket.destroy();
  }
}

async function socketIn(data) {
  const found = (await readdir(data, { recursive: true })).find((path) => path.endsWith('.s.PGSQL.5432'));
  if (!found) throw new Error(`no socket of a database in ${data}`);
  return join(data, found);
}

function message(type, text) {
  const body = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

function startup(parameters) {
  const words = Object.entries(parameters).flatMap(([name, value]) => [name, value]);
  return message('', `\0\u0003\0\0${words.join('\0')}\0\0`);
}

/** Reads until the server waits for the next statement. */
function ready(socket) {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    const take = (part) => {
      seen = Buffer.concat([seen, part]);
      while (seen.length >= 5 && seen.length > seen.readInt32BE(1)) {
        const type = String.fromCharCode(seen[0]);
        const end = 1 + seen.readInt32BE(1);
        if (type === 'E') reject(new Error(`the database refuses: ${seen.subarray(5, end).toString()}`));
        if (type === 'Z') {
          socket.off('data', take);
          resolve();
        }
        seen = seen.subarray(end);
      }
    };
    socket.on('data', take);
    socket.once('error', reject);
  });
}
