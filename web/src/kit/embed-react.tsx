import { type CSSProperties, type ReactElement, useEffect, useRef } from 'react';
import { type DesignMaker, type Options, openDesignMaker, type Result } from './embed.js';

export type {
  CloseAnswer,
  Design,
  DesignMaker,
  Features,
  Loaded,
  Options,
  Refusal,
  Result,
  Sample,
  Saved,
  Theme,
  Uploaded,
} from './embed.js';
export { MakerError } from './embed.js';

export interface LaurelDesignMakerProps extends Omit<Options, 'container'> {
  /** How it ended; take the component away then. */
  onResult: (result: Result) => void;
  /** Lends you the open maker, to save, close or change it. */
  onMaker?: (maker: DesignMaker | null) => void;
  className?: string;
  style?: CSSProperties;
}

/** The design maker as a part of a React page, as large as its box. Another `url` opens another one. */
export function LaurelDesignMaker(props: LaurelDesignMakerProps): ReactElement {
  const { url, title, locale, theme, features, sample, className, style } = props;
  const box = useRef<HTMLDivElement>(null);
  const maker = useRef<DesignMaker | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!box.current) return;
    const opened = openDesignMaker({
      ...latest.current,
      url,
      title: title ?? 'Design maker',
      container: box.current,
      onLoaded: (loaded) => latest.current.onLoaded?.(loaded),
      onDirty: (dirty) => latest.current.onDirty?.(dirty),
      onSaved: (saved) => latest.current.onSaved?.(saved),
      onSaveFailed: (refusal) => latest.current.onSaveFailed?.(refusal),
      onAutosaved: (version) => latest.current.onAutosaved?.(version),
      onUpload: (file) => latest.current.onUpload?.(file),
      onResize: (size) => latest.current.onResize?.(size),
      onError: (refusal) => latest.current.onError?.(refusal),
    });
    maker.current = opened;
    latest.current.onMaker?.(opened);
    void opened.result.then((result) => latest.current.onResult(result));
    return () => {
      maker.current = null;
      latest.current.onMaker?.(null);
      opened.remove();
    };
  }, [url, title]);

  useFollow(locale, (next) => maker.current?.setLocale(next));
  useFollow(theme, (next) => maker.current?.setTheme(next));
  useFollow(features, (next) => maker.current?.setFeatures(next));
  useFollow(sample, (next) => maker.current?.setSample(next));

  return <div ref={box} className={className} style={style} />;
}

/** Tells the open maker what has changed since it was opened; it was opened with the first value. */
function useFollow<T>(value: T | undefined, tell: (value: T) => Promise<void> | undefined): void {
  const written = JSON.stringify(value);
  const known = useRef(written);
  const say = useRef(tell);
  say.current = tell;
  useEffect(() => {
    if (written === known.current) return;
    known.current = written;
    if (written !== undefined) say.current(JSON.parse(written) as T)?.catch(() => undefined);
  }, [written]);
}
