// The QR code of an address. Only this file loads the QR library.
import { QRCodeSVG } from 'qrcode.react';
import { t } from '../words/t.ts';
import '../words/fund.ts';

/** Dark on white in both schemes, with the quiet zone that cameras need. */
export function Qr({ address }: { address: string }) {
  return (
    <QRCodeSVG
      value={address}
      size={176}
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      title={t('fund.qr', { address })}
    />
  );
}
