import { Alert, Button, Radio, Group as Row, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, NO_ANSWER } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import { FileDrop } from '../../ui/form/FileDrop';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { createImport } from './api';
import { GroupSelect } from './GroupSelect';
import styles from './imports.module.css';
import { ENDINGS, MAX_BYTES, MAX_ROWS, refusalOf } from './spreadsheet';
import { TemplateLinks } from './TemplateLinks';

type Scope = 'one' | 'many';

/** The first step: the group for the rows, and the file. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const [params] = useSearchParams();
  const [scope, setScope] = useState<Scope>('one');
  const [group, setGroup] = useState<number | null>(() => Number(params.get('group_id')) || null);
  const [file, setFile] = useState<File | null>(null);
  const [asked, setAsked] = useState(false);
  const sending = useSending();

  const wrong = useFileProblem(file);
  const noGroup = scope === 'one' && group === null;
  const send = () => {
    setAsked(true);
    if (!file || wrong || noGroup) return;
    void sending.send(file, scope === 'one' ? group : null);
  };
  return (
    <div className={styles.narrow}>
      <PageHeader
        title={t('imports.create.title')}
        subtitle={t('imports.create.subtitle')}
        back={{ to: '/imports', label: t('imports.title') }}
      />
      <div>
        <Panel title={t('imports.create.groups')}>
          <Radio.Group
            aria-label={t('imports.create.groups')}
            value={scope}
            onChange={(value) => setScope(value as Scope)}
          >
            <Stack gap="sm">
              <Radio value="one" label={t('imports.create.one')} />
              <Radio
                value="many"
                label={t('imports.create.many')}
                description={t('imports.create.manyHelp')}
              />
            </Stack>
          </Radio.Group>
          {scope === 'one' && (
            <>
              <GroupSelect
                value={group}
                onChange={setGroup}
                error={asked && noGroup ? t('imports.group.missing') : undefined}
              />
              {group !== null && <TemplateLinks groupId={group} />}
            </>
          )}
        </Panel>
        <Panel title={t('imports.create.file')} description={t('imports.create.fileHelp')}>
          {sending.problem && (
            <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
              <Text inherit c="var(--lr-ink)">
                {sending.problem}
              </Text>
            </Alert>
          )}
          <FileDrop
            label={t(file ? 'imports.file.other' : 'imports.file.choose')}
            help={t('imports.file.help', {
              size: format.fileSize(MAX_BYTES),
              rows: format.number(MAX_ROWS),
            })}
            endings={ENDINGS}
            error={wrong ?? (asked && !file ? t('imports.file.missing') : undefined)}
            chosen={file && !wrong ? { name: file.name, size: format.fileSize(file.size) } : undefined}
            sending={file && sending.part !== null ? { name: file.name, part: sending.part } : undefined}
            onFile={(next) => {
              setFile(next);
              sending.forget();
            }}
          />
        </Panel>
        <Row justify="flex-end" mt="md">
          <Button loading={sending.part !== null} onClick={send}>
            {t(sending.problem ? 'ui.error.retry' : 'imports.create.submit')}
          </Button>
        </Row>
      </div>
    </div>
  );
}

/** Returns why a file cannot be uploaded, as text. */
function useFileProblem(file: File | null): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  switch (file && refusalOf(file)) {
    case 'type':
      return t('imports.file.type');
    case 'tooLarge':
      return t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) });
    case 'empty':
      return t('imports.file.empty');
    default:
      return undefined;
  }
}

/** Uploads a file and creates an import. If only the response was lost, a retry does not upload the file again. */
function useSending() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const sent = useRef<{ file: File; fileKey: string } | null>(null);
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());

  const send = async (file: File, groupId: number | null) => {
    setPart(0);
    setProblem('');
    try {
      if (sent.current?.file !== file) {
        sent.current = { file, fileKey: (await upload('s3_policy', file, setPart)).key };
      }
      const made = await createImport(sent.current.fileKey, groupId, idempotencyKey);
      await navigate(importAddress(made.uuid), { replace: true });
    } catch (error) {
      setProblem(reasonOf(error));
      // After an error response, the next attempt is a new request with its own key.
      if (error instanceof ApiError && error.status !== NO_ANSWER) {
        setIdempotencyKey(crypto.randomUUID());
        sent.current = null;
      }
      setPart(null);
    }
  };

  const reasonOf = (error: unknown) => {
    if (!(error instanceof ApiError)) return t('problem.upload');
    if (error.status === NO_ANSWER) return t('imports.create.lost');
    return error.lines.join(' ') || t('problem.upload');
  };
  const forget = () => {
    setProblem('');
    setIdempotencyKey(crypto.randomUUID());
  };
  return { part, problem, send, forget };
}
