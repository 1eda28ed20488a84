import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attributesQuery } from '../../api/queries/attributes';
import { Modal } from '../../ui/dialog/Modal';
import { AttributeDialog } from './AttributeDialog';
import { AttributeTable } from './AttributeTable';
import type { AttributeKey } from './api';
import { useAttributeName } from './useAttributeName';

/** The department's own attributes in a dialog, for pages that the user must not leave. */
export function AttributesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(attributesQuery());
  const [editing, setEditing] = useState<{ attribute?: AttributeKey } | null>(null);
  return (
    <>
      <Modal opened onClose={onClose} size={640} title={t('attributes.custom')}>
        <Stack gap="md">
          <AttributeTable
            label={t('attributes.custom')}
            attributes={data?.filter(({ parent }) => parent === 'custom')}
            onEdit={(attribute) => setEditing({ attribute })}
          />
          <Group justify="flex-end">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
              {t('attributes.new')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {editing && (
        <AttributeDialog attribute={editing.attribute} known={data ?? []} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

/** All attributes with their localised names, or undefined while loading. */
export function useAttributes(): readonly AttributeKey[] | undefined {
  const { data } = useQuery(attributesQuery());
  const nameOf = useAttributeName();
  return useMemo(() => data?.map((attribute) => ({ ...attribute, name: nameOf(attribute) })), [data, nameOf]);
}
