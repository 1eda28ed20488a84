import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/Modal';
import { SecretOnce } from './SecretOnce';

interface SecretModalProps {
  title: string;
  /** The new secret. While it is empty, the form is shown. */
  secret: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog whose last step shows a secret. That step closes only with its own button. */
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
