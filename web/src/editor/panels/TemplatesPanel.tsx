import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorContext } from '../context';
import type { EditorPorts, EditorTemplate } from '../ports';
import { openSheet } from '../state/sheet';
import styles from './panels.module.css';

/** Templates to start over from; taking one is one step that can be undone. */
export function TemplatesPanel({ templates: load }: { templates: NonNullable<EditorPorts['templates']> }) {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const [templates, setTemplates] = useState<readonly EditorTemplate[] | null>(null);
  const [failed, setFailed] = useState(false);
  const kind = store.getState().sheet.design.kind;

  useEffect(() => {
    let current = true;
    load().then(
      (all) => current && setTemplates(all.filter(({ document }) => document.kind === kind)),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [load, kind]);

  const take = ({ name, document }: EditorTemplate) => {
    store.getState().change('template', (sheet) => openSheet(sheet.name, document));
    store.getState().select([]);
    view.getState().announce(t('editor.templates.taken', { name }));
  };
  if (failed) return <p className={styles.help}>{t('editor.templates.failed')}</p>;
  return (
    <>
      <p className={styles.help}>{t('editor.templates.help')}</p>
      <div className={`${styles.tiles} ${styles.wide}`}>
        {templates?.map((template) => (
          <button key={template.slug} type="button" className={styles.tile} onClick={() => take(template)}>
            <img src={template.image_url} alt="" loading="lazy" draggable={false} />
            <bdi>{template.name}</bdi>
          </button>
        )) ?? <Skeleton height={160} />}
      </div>
    </>
  );
}
