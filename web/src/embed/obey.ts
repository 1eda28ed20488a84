import { showLanguage } from '../i18n/i18n';
import type { Maker } from './maker';
import { problemOf } from './problem';
import type { HostMessage } from './protocol/read';

/** Executes a request of the host and replies, with the reason if it fails. */
export async function obey(maker: Maker, message: HostMessage): Promise<void> {
  try {
    await follow(maker, message);
  } catch (error) {
    const { code, status } = problemOf(error);
    maker.host.say('error', { code, status }, message.id);
  }
}

async function follow(maker: Maker, message: HostMessage): Promise<void> {
  const { host } = maker;
  const { id, type, payload } = message;
  switch (type) {
    case 'init':
      return begin(maker, message);
    case 'ping':
      return host.say('pong', {}, id);
    case 'save':
      return maker.saveFor(id);
    case 'load':
      await maker.load(payload.design_id, payload.force === true);
      return maker.sayLoaded(id);
    case 'export':
      return exportAs(maker, message);
    case 'close': {
      const answer = await maker.close(payload.force);
      host.say('close', answer, id);
      return answer.accepted ? maker.finish() : undefined;
    }
    case 'auth':
      await maker.renew(payload.code);
      break;
    case 'set-locale':
      await showLanguage(payload.locale);
      break;
    case 'set-theme':
      maker.dress(payload);
      break;
    case 'set-features':
      maker.feature(payload);
      break;
    case 'set-sample':
      maker.show(payload);
      break;
  }
  host.say('done', {}, id);
}

/** The current design for the host, saved or not. */
async function exportAs(
  maker: Maker,
  { id, payload }: Extract<HostMessage, { type: 'export' }>,
): Promise<void> {
  const { format = 'svg', width } = payload;
  const data = format === 'png' ? await maker.png(width) : await maker.picture();
  maker.host.say('exported', { format, data }, id);
}

/** The first message: the host's options, and the code if the URL had none. */
function begin(maker: Maker, { id, payload }: Extract<HostMessage, { type: 'init' }>): void {
  maker.host.say('ready', { protocol: 1 }, id);
  if (payload.locale) void showLanguage(payload.locale);
  if (payload.theme) maker.dress(payload.theme);
  if (payload.features) maker.feature(payload.features);
  if (payload.sample) maker.show(payload.sample);
  if (payload.code) maker.bring(payload.code);
  maker.sayLoaded();
  const { problem } = maker.store.getState();
  if (problem) maker.host.say('error', { code: problem.code, status: problem.status });
}
