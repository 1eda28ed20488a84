import { Select, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../../ui/Picture';
import { openSheet } from '../../core/document/sheet';
import type { DesignSize, Orientation } from '../../core/document/types';
import { useEditor, useEditorContext } from '../../state/context/context';
import type { EditorPorts, EditorTemplate } from '../../state/ports/editor';
import styles from '../styles/panels.module.css';
import gallery from './gallery.module.css';
import {
  choicesOf,
  FACET_NAMES,
  type Facet,
  findTemplates,
  type TemplateScript,
  type Wanted,
} from './templateFilters';
import { useFound } from './useFound';

/** Templates to start from. Applying one is a single undo step. */
export function TemplatesPanel({ load }: { load: NonNullable<EditorPorts['templates']> }) {
  const { t } = useTranslation();
  const kind = useEditor((state) => state.sheet.design.kind);
  const [wanted, setWanted] = useState<Wanted>({ text: '' });
  const { found: all, failed } = useFound(
    useCallback(async () => (await load()).filter(({ document }) => document.kind === kind), [load, kind]),
  );
  if (failed) return <p className={styles.help}>{t('editor.templates.failed')}</p>;
  const found = all && findTemplates(all, wanted);
  return (
    <>
      <p className={styles.help}>{t('editor.templates.help')}</p>
      <TextInput
        size="xs"
        type="search"
        mb={8}
        aria-label={t('editor.templates.search')}
        placeholder={t('editor.templates.search')}
        value={wanted.text}
        onChange={(event) => setWanted({ ...wanted, text: event.currentTarget.value })}
      />
      <SimpleGrid cols={2} spacing={8} verticalSpacing={8} mb="sm">
        {FACET_NAMES.map((facet) => (
          <FacetSelect key={facet} facet={facet} all={all ?? []} wanted={wanted} onChange={setWanted} />
        ))}
      </SimpleGrid>
      {found?.length === 0 && <p className={styles.help}>{t('editor.templates.none')}</p>}
      <ul className={gallery.cards} aria-busy={!found} aria-label={t('editor.panel.templates')}>
        {found?.map((template) => (
          <li key={template.slug}>
            <TemplateButton template={template} />
          </li>
        )) ?? (
          <li>
            <Skeleton height={160} />
          </li>
        )}
      </ul>
    </>
  );
}

function TemplateButton({ template: { name, image_url, document } }: { template: EditorTemplate }) {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const take = () => {
    store.getState().change('template', (sheet) => openSheet(sheet.name, document));
    store.getState().select([]);
    view.getState().announce(t('editor.templates.taken', { name }));
  };
  return (
    <button type="button" className={gallery.card} onClick={take}>
      <Picture src={image_url} alt="" ratio={document.orientation === 'portrait' ? 1 : 1.35} />
      <bdi>{name}</bdi>
      <span className={gallery.fact}>{t(`designs.size.${document.size}`)}</span>
    </button>
  );
}

type FacetProps = {
  facet: Facet;
  all: readonly EditorTemplate[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
};

function FacetSelect({ facet, all, wanted, onChange }: FacetProps) {
  const { t } = useTranslation();
  const choices = choicesOf(all, facet);
  if (choices.length === 0) return null;
  return (
    <Select
      size="xs"
      clearable
      aria-label={t(`editor.templates.${facet}`)}
      placeholder={t(`editor.templates.${facet}`)}
      value={wanted[facet] ?? null}
      data={choices.map((value) => ({ value, label: choiceName(t, facet, value) }))}
      onChange={(value) => onChange({ ...wanted, [facet]: value ?? undefined })}
    />
  );
}

function choiceName(t: TFunction, facet: Facet, value: string): string {
  switch (facet) {
    case 'style':
      return t(`designs.style.${value as EditorTemplate['style']}`);
    case 'size':
      return t(`designs.size.${value as DesignSize}`);
    case 'orientation':
      return t(`editor.page.${value as Orientation}`);
    case 'script':
      return t(`editor.templates.scripts.${value as TemplateScript}`);
  }
}
