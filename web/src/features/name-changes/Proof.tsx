import { Button, Skeleton, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/Modal';
import { proofQuery } from './api';
import styles from './NameChanges.module.css';

/** The document submitted with a request, loaded on demand. */
export function Proof({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFile size={14} aria-hidden />}
        onClick={() => setShown(true)}
      >
        <bdi>{name}</bdi>
      </Button>
      {shown && (
        <Modal opened size={860} title={t('nameChanges.proof')} onClose={() => setShown(false)}>
          <Viewer id={id} name={name} />
        </Modal>
      )}
    </>
  );
}

function Viewer({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(proofQuery(id));
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <Text>{t('nameChanges.proofFailed')}</Text>;
  if (!data || !address) return <Skeleton height={420} aria-busy />;
  if (data.type === 'application/pdf') return <iframe className={styles.pdf} src={address} title={name} />;
  return <img className={styles.picture} src={address} alt={name} />;
}
