import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { designQuery } from '../../api/queries/designs';
import { type DesignDocument, DesignPicture, type Values } from '../../editor';
import type { Group } from './api';
import styles from './CertificatePreview.module.css';

interface CertificatePreviewProps {
  group: Pick<Group, 'certificate_design_id' | 'badge_design_id'>;
  values: Values;
  label: string;
}

/** A live preview of the certificate or badge as it will be issued, with the actual values. */
export function CertificatePreview({ group, values, label }: CertificatePreviewProps) {
  const { t } = useTranslation();
  const both = group.certificate_design_id !== null && group.badge_design_id !== null;
  const [shown, setShown] = useState<'certificate' | 'badge'>(
    group.certificate_design_id === null ? 'badge' : 'certificate',
  );
  const designId = shown === 'certificate' ? group.certificate_design_id : group.badge_design_id;
  return (
    <div className={styles.preview}>
      <div className={styles.stage}>
        {designId === null ? (
          <Text c="dimmed">{t('credentials.preview.none')}</Text>
        ) : (
          <LivePicture key={designId} designId={designId} values={values} label={label} />
        )}
      </div>
      {both && (
        <SegmentedControl
          size="xs"
          aria-label={t('credentials.preview.shows')}
          value={shown}
          onChange={(value) => setShown(value === 'badge' ? 'badge' : 'certificate')}
          data={(['certificate', 'badge'] as const).map((value) => ({
            value,
            label: t(`credentials.preview.${value}`),
          }))}
        />
      )}
    </div>
  );
}

function LivePicture({ designId, values, label }: { designId: number; values: Values; label: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(designQuery(designId));
  const document = useMemo(() => data as DesignDocument | undefined, [data]);
  if (error) return <Text c="dimmed">{t('credentials.preview.failed')}</Text>;
  if (!data || !document) return <Skeleton height="auto" style={{ aspectRatio: 1.41 }} />;
  return (
    <div className={styles.page} data-shape={data.kind === 'badge' ? 'badge' : data.orientation}>
      <DesignPicture design={document} values={values} lang={data.language} label={label} />
    </div>
  );
}
