import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useEditorContext } from '../../state/context/context';
import type { Upload } from '../../state/uploads/store';
import styles from './upload.module.css';

/** The current uploads with their progress, and the errors of rejected ones. */
export function UploadTray() {
  const { t } = useTranslation();
  const { uploads } = useEditorContext();
  const shown = useStore(uploads, (state) => state.uploads);
  return (
    <ul
      className={styles.tray}
      aria-label={t('editor.upload.tray')}
      data-empty={shown.length === 0 || undefined}
    >
      {shown.map((upload) => (
        <li key={upload.id} className={styles.upload} data-state={upload.state}>
          <State upload={upload} />
        </li>
      ))}
    </ul>
  );
}

function State({ upload: { name, part, state, problem } }: { upload: Upload }) {
  const { t } = useTranslation();
  if (state === 'failed') {
    return (
      <p role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span>{t('editor.upload.problem', { name, problem })}</span>
      </p>
    );
  }
  if (state === 'done') {
    return (
      <p role="status">
        <IconCheck size={16} aria-hidden />
        <span>{t('editor.upload.done', { name })}</span>
      </p>
    );
  }
  return (
    <>
      <p>
        <bdi>{name}</bdi>
      </p>
      <Progress
        size="sm"
        value={part * 100}
        transitionDuration={0}
        aria-label={t('editor.upload.progress', { name })}
      />
    </>
  );
}
