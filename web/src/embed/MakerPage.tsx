import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { forEditor, listAddedFonts } from '../api/fonts';
import { dropDraft, Editor, setAddedFonts } from '../editor';
import { useDialogs } from '../ui/dialog/store';
import { ThemeProvider } from '../ui/theme/ThemeProvider';
import { Toasts } from '../ui/toast/Toasts';
import type { Maker } from './maker';
import { Ended, Failed, Loading, NotSaved } from './screens';
import { themeOverrides, themeRules } from './theme';
import { useLeaving } from './useLeaving';
import { useMakerPorts } from './useMakerPorts';

const RESTED_MS = 150;

const Dialogs = lazy(async () => ({ default: (await import('../ui/dialog/Dialogs')).Dialogs }));

/** The whole window: the editor, or the reason why there is none. */
export function MakerPage({ maker }: { maker: Maker }) {
  const theme = useStore(maker.store, (state) => state.theme);
  const { scheme } = theme;
  const overrides = useMemo(() => themeOverrides(theme), [theme]);
  useRules(themeRules(theme));
  return (
    <ThemeProvider overrides={overrides} scheme={scheme === 'auto' ? undefined : scheme}>
      <Content maker={maker} />
      <LateDialogs />
      <Toasts />
    </ThemeProvider>
  );
}

/** The shared dialogs, whose code is loaded with the first one. */
function LateDialogs() {
  const open = useDialogs((state) => state.open.length > 0);
  return <Suspense>{open && <Dialogs />}</Suspense>;
}

function Content({ maker }: { maker: Maker }) {
  const phase = useStore(maker.store, (state) => state.phase);
  const problem = useStore(maker.store, (state) => state.problem);
  const notSaved = useStore(maker.store, (state) => state.notSaved);
  if (phase === 'loading') return <Loading />;
  if (phase === 'open') return <OpenMaker maker={maker} />;
  return problem ? <Failed problem={problem} /> : <Ended notSaved={notSaved} />;
}

function OpenMaker({ maker }: { maker: Maker }) {
  const stored = useStore(maker.store, (state) => state.stored);
  const edition = useStore(maker.store, (state) => state.edition);
  const ports = useMakerPorts(maker, useLeaving(maker));
  const { draftKey } = ports;
  // Whoever closes the editor was asked about unsaved changes. Changes that could not be saved are kept in this browser.
  useEffect(
    () => () => {
      const { phase, notSaved } = maker.store.getState();
      if (phase === 'closed' && !notSaved) dropDraft(draftKey);
    },
    [maker, draftKey],
  );
  useDepartmentFonts(maker);
  useSize(maker);
  if (!stored) return null;
  return (
    <Suspense fallback={<Loading />}>
      <Editor key={edition} stored={stored} ports={ports} />
      <NotSaved maker={maker} />
    </Suspense>
  );
}

/** Notifies the host when the size of the design maker has settled. */
function useSize(maker: Maker): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => maker.host.say('resize', { width: window.innerWidth, height: window.innerHeight });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(tell, RESTED_MS);
    };
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', later);
    };
  }, [maker]);
}

/** Loads the department's fonts. Without them, texts use the default font. */
function useDepartmentFonts(maker: Maker): void {
  const mayRead = useStore(maker.store, ({ opened }) => opened?.scopes.includes('design.read') ?? false);
  useEffect(() => {
    if (!mayRead) return;
    listAddedFonts().then(
      (fonts) => setAddedFonts(fonts.map(forEditor)),
      () => undefined, // the editor says which fonts it misses
    );
  }, [mayRead]);
}

/** CSS rules for the host's colours. Style sheets created by script need no nonce. */
function useRules(rules: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [rules]);
}
