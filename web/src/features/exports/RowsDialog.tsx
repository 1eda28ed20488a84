import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataExport, RowsFormat } from '../../api/dataExports';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { useExportRows } from '../../ui/list/ExportRows';

/** What can be exported completely. The outcomes of a publication are exported on its page. */
const ENTITIES = [
  'credentials',
  'credential_analytics',
  'groups',
  'designs',
  'attributes',
  'publications',
  'mails',
  'organizations',
  'audit',
] as const satisfies readonly DataExport['entity'][];
type Entity = (typeof ENTITIES)[number];
const FORMATS: readonly RowsFormat[] = ['csv', 'xlsx'];

/** Asks which of the department's data to export as a table, and starts the export. */
export function RowsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const exportRows = useExportRows();
  // The audit log covers all members, so it requires the permission to manage the department.
  const mayAudit = usePermission('manage_department');
  const [entity, setEntity] = useState<Entity>('credentials');
  const [format, setFormat] = useState<RowsFormat>('csv');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblems([]);
    try {
      await exportRows(entity === 'credentials' ? { entity, format, all_matching: {} } : { entity, format });
      onClose();
    } catch (error) {
      setProblems(error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')]);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size={440} title={t('exports.rows.new.title')}>
      <form noValidate onSubmit={(event) => void start(event)}>
        <Stack gap="md">
          <FormProblems problems={problems} />
          <Select
            label={t('exports.rows.new.what')}
            data-autofocus
            data={ENTITIES.filter((one) => one !== 'audit' || mayAudit).map((value) => ({
              value,
              label: t(`exports.rows.entity.${value}`),
            }))}
            value={entity}
            onChange={(value) => setEntity(ENTITIES.find((one) => one === value) ?? 'credentials')}
          />
          <Radio.Group
            label={t('exports.rows.format')}
            value={format}
            onChange={(value) => setFormat(value === 'xlsx' ? 'xlsx' : 'csv')}
          >
            <Stack gap="xs" mt={4}>
              {FORMATS.map((one) => (
                <Radio key={one} value={one} label={t(`ui.export.as.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Text c="dimmed">{t('exports.rows.new.help')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('exports.rows.new.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
