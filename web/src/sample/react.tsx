import { type ReactNode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { DesignMaker, Result } from '../kit/embed';
import { LaurelDesignMaker } from '../kit/embed-react';

/** What the page says: a sample speaks English, as the pages under /dev do. */
const WORDS = {
  title: 'A host in React',
  about: 'The frame is a component. The page asks it to save, and hears when it is dirty, saved and closed.',
  edit: 'Edit the design',
  begin: 'Begin a new one',
  save: 'Save from outside',
  close: 'Close from outside',
  dark: 'Dark, in violet',
  heard: 'What the page heard',
  picture: 'The design as it was saved',
} as const;

const DARK = { scheme: 'dark', primary: '#7c4dff', radius: 12 } as const;

/** Asks this page's own server for the address of a frame, as a host's server would with its API key. */
async function mint(design: 'demo' | 'new'): Promise<string> {
  const answer = await fetch(`/dev/embed/session?design=${design}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).url;
}

function HostPage() {
  const [url, setUrl] = useState<string>();
  const [dark, setDark] = useState(false);
  const [heard, setHeard] = useState<readonly string[]>([]);
  const [picture, setPicture] = useState<string | null>(null);
  const maker = useRef<DesignMaker | null>(null);

  const hear = (what: string) => setHeard((before) => [...before, what]);
  const open = (design: 'demo' | 'new') =>
    mint(design).then(setUrl, (error: Error) => hear(`no session: ${error.message}`));
  const end = ({ status, design }: Result) => {
    hear(`completed with ${status}, design ${design.id}`);
    setPicture(design.rasterized_content_url);
    setUrl(undefined);
  };
  const tell = (answer: Promise<unknown> | undefined, what: string) =>
    answer?.then(
      (reply) => hear(`${what}: ${JSON.stringify(reply, ['accepted', 'reason', 'design_id', 'version'])}`),
      (error: Error) => hear(`${what} refused: ${error.message}`),
    );

  return (
    <main>
      <h1>{WORDS.title}</h1>
      <p>{WORDS.about}</p>
      <p className="row">
        <Press on={() => open('demo')}>{WORDS.edit}</Press>
        <Press on={() => open('new')}>{WORDS.begin}</Press>
        <Press off={!url} on={() => tell(maker.current?.save(), 'save')}>
          {WORDS.save}
        </Press>
        <Press off={!url} on={() => tell(maker.current?.close(), 'close')}>
          {WORDS.close}
        </Press>
        <label>
          <input type="checkbox" checked={dark} onChange={() => setDark(!dark)} /> {WORDS.dark}
        </label>
      </p>
      {url && (
        <LaurelDesignMaker
          url={url}
          className="maker"
          theme={dark ? DARK : { scheme: 'light', primary: '#1f6f4a', radius: 6 }}
          renew={async () => new URL(await mint('demo')).searchParams.get('authorization') ?? ''}
          onMaker={(opened) => {
            maker.current = opened;
          }}
          onLoaded={({ design, read_only }) => hear(`loaded ${design.id}${read_only ? ', to look at' : ''}`)}
          onDirty={(dirty) => hear(dirty ? 'dirty' : 'clean')}
          onSaved={({ design_id, version }) => hear(`saved ${design_id}, version ${version}`)}
          onError={({ code }) => hear(`error ${code}`)}
          onResult={end}
        />
      )}
      {picture && <img src={picture} alt={WORDS.picture} />}
      <h2>{WORDS.heard}</h2>
      <pre id="heard">{heard.join('\n')}</pre>
    </main>
  );
}

function Press({ on, off = false, children }: { on: () => void; off?: boolean; children: ReactNode }) {
  return (
    <button type="button" disabled={off} onClick={on}>
      {children}
    </button>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(<HostPage />);
