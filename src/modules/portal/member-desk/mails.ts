interface MailFacts {
  partner: string;
  url: string;
  baseUrl: string;
}

interface Words {
  subject: string;
  text: string;
}

export function invitationMail({ partner, name, url, baseUrl }: MailFacts & { name: string }): Words {
  return {
    subject: `Invitation: the pages of ${partner} at ${new URL(baseUrl).host}`,
    text: [
      `Hello ${name},`,
      "",
      `you can now use the pages of ${partner} at ${baseUrl}. This link signs you in once, within 7 days:`,
      url,
      "",
      "Then add a passkey under Your passkeys, or ask for a new link whenever you need one:",
      `${baseUrl}/partners/sign-in`,
      "",
      "If you do not know what this is about, ignore this message.",
      "",
    ].join("\n"),
  };
}

export function signInMail({ partner, url, baseUrl }: MailFacts): Words {
  return {
    subject: `Sign in: the pages of ${partner} at ${new URL(baseUrl).host}`,
    text: [
      `Someone asked for a link to sign in to the pages of ${partner} at ${baseUrl}. It opens once, within 15 minutes:`,
      url,
      "",
      "If that was not you, ignore this message.",
      "",
    ].join("\n"),
  };
}
