import { until } from './until.mjs';

const ROW = /<tr><td>([^<]*)<td><a href="([^"]+)">([^<]*)<\/a><td>(\w+)/g;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The newest mail to an address whose subject has these words, once it has gone out. */
export async function mailTo(url, address, words) {
  // The newest, not the newest that went out: an earlier mail may have the same subject.
  const found = await until(`a mail “${words}” to ${address} went out`, async () => {
    const newest = (await outbox(url)).find((mail) => mail.to === address && mail.subject.includes(words));
    return newest?.state === 'sent' && newest;
  });
  const page = await text(`${url}${found.path}`);
  const body = plain(/<pre>([\s\S]*?)<\/pre>/.exec(page)[1]);
  return { ...found, body, links: body.match(/https?:\/\/\S+/g) ?? [] };
}

/** How many mails with these words in the subject went to an address. */
export async function countMails(url, address, words) {
  return (await outbox(url)).filter((mail) => mail.to === address && mail.subject.includes(words)).length;
}

/** Every mail there is, newest first, page by page. */
async function outbox(url) {
  const mails = [];
  for (let next = '/dev/mail'; next; ) {
    const page = await text(url + next);
    for (const [, to, path, subject, state] of page.matchAll(ROW)) {
      mails.push({ to: plain(to), path, subject: plain(subject), state });
    }
    next = plain(/<a href="([^"]+)">Older</.exec(page)?.[1] ?? '');
  }
  return mails;
}

async function text(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.text();
}

function plain(html) {
  return html.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? ''),
  );
}
