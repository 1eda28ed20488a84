import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { addedFontsQuery, isOwn, type OwnFont } from './api';
import { FontRenameDialog } from './FontRenameDialog';
import { FontReportDialog } from './FontReportDialog';
import { FontTable } from './FontTable';
import { useDeleteFont } from './useDeleteFont';

type Open = { what: 'report' | 'rename'; font: OwnFont } | null;

/** The department's own fonts with their actions. `empty` is shown if there are none. */
export function OwnFonts({ empty }: { empty: ReactNode }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_fonts');
  const { data, error, refetch } = useQuery(addedFontsQuery());
  const remove = useDeleteFont();
  const [open, setOpen] = useState<Open>(null);
  const own = data?.filter(isOwn);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (own?.length === 0) return empty;
  const close = () => setOpen(null);
  return (
    <>
      <FontTable
        label={t('fonts.own')}
        fonts={own}
        onReport={(font) => setOpen({ what: 'report', font })}
        onRename={mayManage ? (font) => setOpen({ what: 'rename', font }) : undefined}
        onDelete={mayManage ? (font) => void remove(font) : undefined}
      />
      {open?.what === 'report' && <FontReportDialog font={open.font} onClose={close} />}
      {open?.what === 'rename' && <FontRenameDialog font={open.font} onClose={close} />}
    </>
  );
}
