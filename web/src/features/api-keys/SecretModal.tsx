import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/Modal';
import { SecretOnce } from './SecretOnce';

interface SecretModalProps {
  title: string;
  /** What was made; until then the form stands in its place. */
  secret: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that ends with a secret, which nothing but its own button can put away. */
export function SecretModal({ title, secret, onClose, children }: SecretModalProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={secret ? t('apiKeys.secret.title') : title}
      size={secret ? 'md' : 'lg'}
      closeOnClickOutside={false}
      closeOnEscape={secret === ''}
      withCloseButton={secret === ''}
    >
      {secret ? <SecretOnce secret={secret} onClose={onClose} /> : children}
    </Modal>
  );
}
