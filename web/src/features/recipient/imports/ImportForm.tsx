import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './imports.module.css';

const ACCEPTED = '.png,.svg,.pdf,.json,.jsonld,.jwt,.txt,image/*,application/json,application/pdf';

interface ImportFormProps {
  busy: boolean;
  /** Resolves to whether everything was imported. */
  onAdd: (sources: readonly (File | string)[]) => Promise<boolean>;
}

/** A drop zone for files, and one field for an address or a pasted document. */
export function ImportForm({ busy, onAdd }: ImportFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [over, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') {
      setProblem(t('imported.form.empty'));
      field.current?.focus();
      return;
    }
    if (await onAdd([text])) setText('');
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const take = (files: readonly File[]) => {
    setOver(false);
    if (files.length > 0) void onAdd(files);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
    >
      <div className={styles.zone} data-over={over || undefined}>
        <IconFileUpload size={24} stroke={1.6} aria-hidden />
        <div>
          <Text>{t('imported.form.drop')}</Text>
          <Text size="sm" c="dimmed">
            {t('imported.form.kinds')}
          </Text>
        </div>
        <FileButton multiple accept={ACCEPTED} onChange={take}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('imported.form.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      <div className={styles.text}>
        <Textarea
          ref={field}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          spellCheck={false}
          label={t('imported.form.label')}
          description={t('imported.form.help')}
          placeholder="https://"
          value={text}
          error={problem}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length > 0) event.preventDefault();
            take(files);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void submit(event);
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem('');
          }}
        />
        <Button type="submit" loading={busy} className={styles.submit}>
          {t('imported.form.submit')}
        </Button>
      </div>
    </form>
  );
}
