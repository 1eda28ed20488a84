import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsFormat } from '../../api/dataExports';
import { ApiError } from '../../api/errors';
import { exportAddress } from '../../api/exports';
import { testsShown } from '../../api/testMode';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { useExportRows } from '../../ui/list/ExportRows';
import { followOperation } from '../../ui/progress/followed';
import { type ExportKind, PART_SIZE, type Selection, startExport } from './api';
import { type ExportOptions, ExportOptionsFields, orderOf, USUAL } from './ExportOptions';
import { ExportView } from './ExportView';

interface ExportDialogProps {
  target: { selection: Selection; count: number };
  onClose: () => void;
}

/** Asks which files to create for many credentials, and offers them for download. Closing the dialog does not cancel it. */
export function ExportDialog({ target, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const [uuid, setUuid] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} size={520} closeOnClickOutside={false} title={t('exports.title')}>
      {uuid ? (
        <ExportView uuid={uuid} onClose={onClose} />
      ) : (
        <ExportQuestion target={target} onStarted={setUuid} onClose={onClose} />
      )}
    </Modal>
  );
}

const KINDS = [
  'certificate',
  'certificate_print',
  'sheets',
  'badge',
] as const satisfies readonly ExportKind[];
const ROWS: readonly RowsFormat[] = ['csv', 'xlsx'];

const isRows = (kind: ExportKind | RowsFormat): kind is RowsFormat => kind === 'csv' || kind === 'xlsx';

function ExportQuestion({
  target,
  onStarted,
  onClose,
}: ExportDialogProps & { onStarted: (uuid: string) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [kind, setKind] = useState<ExportKind | RowsFormat>('certificate');
  const [options, setOptions] = useState<ExportOptions>(USUAL);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const exportRows = useExportRows();
  const words = { count: target.count, number: format.number(target.count) };

  const start = async () => {
    setBusy(true);
    setProblems([]);
    try {
      if (isRows(kind)) {
        await exportRows({ entity: 'credentials', format: kind, ...target.selection }, idempotencyKey);
        return onClose();
      }
      const { uuid } = await startExport(orderOf(kind, options), target.selection, idempotencyKey);
      followOperation(exportAddress(uuid));
      onStarted(uuid);
    } catch (error) {
      setProblems(error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')]);
      setBusy(false);
      // After an error response, the next attempt is a new request with its own key.
      if (error instanceof ApiError) setIdempotencyKey(crypto.randomUUID());
    }
  };

  return (
    <Stack gap="md">
      <FormProblems problems={problems} />
      <Radio.Group
        label={t('exports.question', words)}
        value={kind}
        onChange={(value) => setKind(value as ExportKind | RowsFormat)}
      >
        <Stack gap="sm" mt="sm">
          {KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`exports.kind.${one}`)}
              description={t(`exports.about.${one}`)}
            />
          ))}
          {/* The rows of tests are nowhere: what would be written is what counts. */}
          {(testsShown() ? [] : ROWS).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`exports.rows.kind.${one}`)}
              description={t(`exports.rows.about.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {!isRows(kind) && (
        <>
          <ExportOptionsFields kind={kind} value={options} onChange={setOptions} />
          <Text c="dimmed">{t('exports.issuedOnly')}</Text>
          {target.count > PART_SIZE && (
            <Text>{t('exports.parts.ahead', { most: format.number(PART_SIZE) })}</Text>
          )}
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void start()}>
          {t('exports.start')}
        </Button>
      </Group>
    </Stack>
  );
}
