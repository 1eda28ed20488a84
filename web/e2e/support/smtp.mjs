import { once } from 'node:events';
import { createServer } from 'node:net';

/** Starts a mail server that takes every email in clear. `mails` are what it took: the envelope and the message. */
export async function startMailServer() {
  const mails = [];
  const server = createServer((socket) => {
    let buffer = '';
    let envelope = { from: '', to: [] };
    let inMessage = false;
    const say = (line) => socket.write(`${line}\r\n`);
    const answer = (line) => {
      const [, address = ''] = /<(.*)>/.exec(line) ?? [];
      if (/^EHLO/i.test(line)) return say('250 mail.weaving-house.example');
      if (/^MAIL/i.test(line)) envelope = { from: address, to: [] };
      if (/^RCPT/i.test(line)) envelope.to.push(address);
      if (/^DATA/i.test(line)) {
        inMessage = true;
        return say('354 go on');
      }
      if (/^QUIT/i.test(line)) {
        say('221 bye');
        return socket.end();
      }
      return say('250 OK');
    };
    say('220 mail.weaving-house.example');
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (text) => {
      buffer += text;
      for (;;) {
        const end = buffer.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          mails.push({ ...envelope, message: part });
          inMessage = false;
          say('250 taken');
        } else answer(part);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref(); // a test that fails before it closes the server must not keep the run alive
  return { mails, port: server.address().port, close: () => server.close() };
}
