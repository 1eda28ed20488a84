import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import english from '../../i18n/english';
import type { Sheet } from '../core/document/sheet';
import { EditorContext, type EditorContextValue } from '../state/context/context';
import { createEditorStore } from '../state/editing/store';
import type { EditorPorts } from '../state/ports/editor';
import { createUploadStore } from '../state/uploads/store';
import { createViewStore } from '../state/view/view';

const i18n = i18next.createInstance();
await i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: english } },
  interpolation: { escapeValue: false },
});

// The window of these tests has no list of fonts, which text fields listen to.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });

/** What a test gives for the program around the editor. */
function portsOf(given: Partial<EditorPorts>): EditorPorts {
  return {
    attributes: [],
    samples: [],
    upload: vi.fn(),
    save: vi.fn(),
    reload: vi.fn(),
    close: vi.fn(),
    onDirty: vi.fn(),
    tell: vi.fn(),
    draftKey: 'test',
    languages: [],
    ...given,
  };
}

/** Shows a part of the editor with a sheet, in English. */
export function show(sheet: Sheet, part: ReactNode, given: Partial<EditorPorts> = {}): EditorContextValue {
  const context: EditorContextValue = {
    store: createEditorStore(sheet, 1),
    view: createViewStore(),
    ports: portsOf(given),
    uploads: createUploadStore(),
  };
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <EditorContext value={context}>{part}</EditorContext>
      </MantineProvider>
    </I18nextProvider>,
  );
  return context;
}
