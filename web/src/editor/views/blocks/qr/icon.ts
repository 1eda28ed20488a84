export { IconQrcode as icon } from '@tabler/icons-react';
