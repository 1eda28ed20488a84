import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { upload } from '../api/uploads';
import {
  type DesignsPort,
  type EditorPorts,
  type EditorSample,
  UploadRefusal,
  useSampleValues,
  type Values,
} from '../editor';
import { LANGUAGES } from '../i18n/languages';
import { useFormat } from '../i18n/useFormat';
import { dialog } from '../ui/dialog/dialog';
import { toast } from '../ui/toast/toast';
import { listDesigns, readDesign, readTemplates, stored } from './designs';
import { HOSTS_SAMPLE, type Maker } from './maker';
import { Brand } from './screens';

const ManageAttributes = lazy(() => import('./ManageAttributes'));
const OFFERED = LANGUAGES.filter(({ hidden }) => !hidden);

type Leave = { close: () => Promise<boolean>; leave: () => void };

/** The editor's ports, implemented by the server within the scopes of this design maker. */
export function useMakerPorts(maker: Maker, { close, leave }: Leave): EditorPorts {
  const { t } = useTranslation();
  const { attributes, opened, design, features, theme } = useStore(maker.store);
  const samples = useSamples(maker);
  const confirmed = useConfirmation();
  const [managing, setManaging] = useState(false);
  const [dirty, setDirty] = useState(false);
  useAskOnUnload(dirty);
  const scopes = opened?.scopes;
  const signedIn = opened?.signed_in === true;
  const hiddenTabs = features.hidden_tabs;
  const { logo } = theme;
  const readOnly = maker.readOnly;
  const draftKey = `embed.${opened?.department_id}.${design?.id ?? `new-${opened?.kind}`}`;

  return useMemo((): EditorPorts => {
    const may = (scope: NonNullable<typeof scopes>[number]) => scopes?.includes(scope) ?? false;
    return {
      attributes,
      samples,
      // With an issuer's session, the department's designs and the templates are available too.
      ...(signedIn && { designs: designsPort(maker), templates: readTemplates }),
      manageAttributes: may('attributes') ? () => setManaging(true) : undefined,
      upload: async (file, onProgress) => {
        if (!may('upload')) throw new UploadRefusal(t('embed.maker.noUpload'));
        const { fileName, fileType, size, fileUrl } = await upload('templates', file, onProgress);
        maker.host.say('upload', { file: { name: fileName, type: fileType, size, url: fileUrl } });
        return fileUrl;
      },
      save: async (sheet, version, over) =>
        (await confirmed(maker)) ? maker.save(sheet, version, over) : { state: 'cancelled' },
      reload: () => maker.reload(),
      close: () => void close(),
      onDirty: (next) => {
        setDirty(next);
        maker.host.say('dirty', { dirty: next });
      },
      draftKey,
      onKept: (version) => maker.host.say('autosaved', { version }),
      tell: (message, tone) => (tone === 'success' ? toast.success(message) : toast.formWarning(message, [])),
      languages: OFFERED,
      readOnly,
      hiddenTabs,
      onEscape: leave,
      onHandle: maker.lend,
      brand: logo && <Brand picture={logo} />,
      children: managing && (
        <Suspense>
          <ManageAttributes
            onClose={() => {
              setManaging(false);
              void maker
                .reloadAttributes()
                .catch(() => toast.formWarning(t('embed.maker.attributesNotRead'), []));
            }}
          />
        </Suspense>
      ),
    };
  }, [
    attributes,
    samples,
    scopes,
    signedIn,
    confirmed,
    maker,
    close,
    draftKey,
    readOnly,
    hiddenTabs,
    leave,
    logo,
    managing,
    t,
  ]);
}

/** The department's other designs, one of which can be opened instead. */
function designsPort(maker: Maker): DesignsPort {
  return {
    list: (kind, search) => listDesigns(kind, search, maker.store.getState().design?.id ?? null),
    read: async (id) => stored(await readDesign(id)),
    // If the person keeps the unsaved changes, nothing is loaded.
    open: (id) => void maker.load(id, false).then(() => maker.sayLoaded(), ignore),
  };
}

const ignore = () => undefined;

/** Asks before saving a design that issued credentials use. */
function useConfirmation() {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => async (maker: Maker) => {
      const count = maker.store.getState().design?.credentials_count ?? 0;
      if (count === 0) return true;
      return dialog.confirm({
        title: t('designs.confirmSave.title', { count, number: format.number(count) }),
        body: t('designs.confirmSave.body'),
        confirmLabel: t('designs.confirmSave.confirm'),
      });
    },
    [t, format],
  );
}

/** Sample recipients for previews: an ordinary name, a very long one, and the host's values. */
function useSamples(maker: Maker): readonly EditorSample[] {
  const { t } = useTranslation();
  const given = useStore(maker.store, (state) => state.sample);
  const attributes = useStore(maker.store, (state) => state.attributes);
  const values = useSampleValues(t('embed.maker.issuer'));
  return useMemo(() => {
    const longName = { kind: 'text' as const, value: t('designs.editor.longName') };
    const kinds = new Map(attributes.map(({ tagName, kind }) => [tagName, kind]));
    const own = Object.entries(given?.values ?? {}).map(
      ([tag, value]) => [tag, { kind: kinds.get(tag) ?? 'text', value }] as const,
    );
    const hosts = {
      key: HOSTS_SAMPLE,
      label: given?.label ?? t('embed.maker.hostsSample'),
      values: { ...values, ...Object.fromEntries(own) } as Values,
    };
    return [
      ...(given ? [hosts] : []),
      { key: 'sample', label: t('designs.shows.sample'), values },
      { key: 'long', label: t('designs.editor.longest'), values: { ...values, 'recipient.name': longName } },
    ];
  }, [t, values, given, attributes]);
}

function useAskOnUnload(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
