import { Anchor, Button, FileButton, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import styles from './verification.module.css';

const MAX_BYTES = 8 * 1024 * 1024;
const ACCEPTED = '.png,.svg,.pdf,.json,.jsonld,.jwt,.txt,image/*,application/json,application/pdf';

interface VerifyFormProps {
  first: string;
  busy: boolean;
  onAsk: (handed: { text: string } | { file: File }) => void;
}

/** One field for whatever can be typed or pasted, and a place to drop a file. */
export function VerifyForm({ first, busy, onAsk }: VerifyFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState('');
  const [over, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const asked = text.trim();
    setProblem(asked === '' ? t('public.verify.empty') : '');
    if (asked === '') field.current?.focus();
    else onAsk({ text: asked });
  };
  const take = (file: File | null | undefined) => {
    setOver(false);
    if (!file) return;
    const tooLarge = file.size > MAX_BYTES;
    setProblem(tooLarge ? t('public.verify.tooLarge', { size: format.fileSize(MAX_BYTES) }) : '');
    if (tooLarge) return;
    setText('');
    onAsk({ file });
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={submit}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <Textarea
        ref={field}
        size="md"
        dir="auto"
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        label={t('public.verify.label')}
        placeholder={t('public.verify.placeholder')}
        value={text}
        error={problem}
        onKeyDown={enter}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
      />
      <div className={styles.zone} data-over={over || undefined}>
        <IconFileUpload size={22} stroke={1.6} aria-hidden />
        <div>
          {t('public.verify.drop')}{' '}
          <FileButton accept={ACCEPTED} onChange={take}>
            {(props) => (
              <button type="button" className={styles.choose} {...props}>
                {t('public.verify.choose')}
              </button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('public.verify.kinds')}
          </Text>
        </div>
      </div>
      <div>
        <Button type="submit" size="md" loading={busy}>
          {t('public.verify.submit')}
        </Button>
        <Anchor href="/verifier.html" download size="sm" ms="md">
          {t('public.verify.offline')}
        </Anchor>
      </div>
    </form>
  );
}
