import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { addedFontsQuery, isOwn } from './api';
import { FontUploadDialog } from './FontUploadDialog';
import { OwnFonts } from './OwnFonts';

/** The department's own fonts. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_fonts');
  const { data } = useQuery(addedFontsQuery());
  const [adding, setAdding] = useState(false);
  const none = data?.some(isOwn) === false;
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('fonts.upload')}
    </Button>
  );
  const empty = (
    <EmptyState title={t('fonts.empty.title')} description={t('fonts.empty.description')} action={add} />
  );
  return (
    <>
      <PageHeader title={t('fonts.title')} subtitle={t('fonts.subtitle')} action={!none && add} />
      {none ? (
        empty
      ) : (
        <Panel title={t('fonts.own')}>
          <OwnFonts empty={empty} />
        </Panel>
      )}
      {adding && <FontUploadDialog onClose={() => setAdding(false)} />}
    </>
  );
}
