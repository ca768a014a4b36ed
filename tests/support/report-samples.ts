/** A mail of ours that comes back. */
export type Returned = { to: string; messageId: string; unsubscribe: string }

/** Reports as these programs write them, shortened, from and about invented addresses. Each is one message, with LF. */
export const reportSamples = {
  /** Whole: the original's headers follow, with the long one folded. */
  postfix: ({ to, messageId, unsubscribe }: Returned) => `Return-Path: <>
Date: Fri, 20 Nov 2026 12:00:01 +0100 (CET)
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: hello@kitewright.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F1A2.1795172401/mx.example"
Message-Id: <20261120110001.4F1A2@mx.example>

This is a MIME-encapsulated message.

--4F1A2.1795172401/mx.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

<${to}>: host mail.example[192.0.2.7] said: 550 5.1.1
    <${to}>: Recipient address rejected: User unknown (in reply to RCPT TO command)

--4F1A2.1795172401/mx.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 4F1A2
Arrival-Date: Fri, 20 Nov 2026 12:00:00 +0100 (CET)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example
Diagnostic-Code: smtp; 550 5.1.1 <${to}>: Recipient address rejected: User
    unknown

--4F1A2.1795172401/mx.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <hello@kitewright.example>
From: Kitewright <hello@kitewright.example>
To: ${to}
Message-ID:
 ${messageId}
List-Unsubscribe:
 <${unsubscribe}>

--4F1A2.1795172401/mx.example--
`,

  /** Only text; who and why stand in a header and in sentences. */
  exim: ({ to, messageId, unsubscribe }: Returned) => `Return-path: <>
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.example>
To: hello@kitewright.example
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tDnAb-0001Xy-2Q@exim.example>
Date: Fri, 20 Nov 2026 11:00:01 +0000

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${to}
    host mail.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${to}>:
    550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------

Return-path: <hello@kitewright.example>
Message-ID: ${messageId}
List-Unsubscribe: <${unsubscribe}>

Hello
`,

  /** Exchange Online: a base64 text, and the whole original in base64 too. */
  exchange: ({ to, messageId, unsubscribe }: Returned) => `From: <postmaster@outlook.example>
To: <hello@kitewright.example>
Date: Fri, 20 Nov 2026 11:00:01 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="86fdd3bf-c4d1-4b7a-bb5d-a8ddc9c1c4a0"
Content-Language: en-GB
Subject: Undeliverable: A letter
In-Reply-To: <something-else@outlook.example>
MIME-Version: 1.0

--86fdd3bf-c4d1-4b7a-bb5d-a8ddc9c1c4a0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

${base64(`Your message to ${to} couldn't be delivered.`)}
--86fdd3bf-c4d1-4b7a-bb5d-a8ddc9c1c4a0
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01.outlook.example
Received-From-MTA: dns;mail.kitewright.example

Final-Recipient: rfc822;${to}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${to} not found by SMTP address lookup

--86fdd3bf-c4d1-4b7a-bb5d-a8ddc9c1c4a0
Content-Type: message/rfc822
Content-Transfer-Encoding: base64

${base64(`From: Kitewright <hello@kitewright.example>\r\nMessage-ID: ${messageId}\r\nList-Unsubscribe: <${unsubscribe}>\r\n\r\nHello\r\n`)}
--86fdd3bf-c4d1-4b7a-bb5d-a8ddc9c1c4a0--
`,

  /** Names the original's Message-ID in its own headers and fields, and returns no link. */
  gmail: ({ to, messageId }: Returned) => `From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
To: hello@kitewright.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${messageId}
In-Reply-To: ${messageId}
X-Failed-Recipients: ${to}
Date: Fri, 20 Nov 2026 03:00:01 -0800 (PST)
Content-Type: multipart/report; boundary="0000000000008c5d"; report-type=delivery-status

--0000000000008c5d
Content-Type: multipart/related; boundary="0000000000008c5e"

--0000000000008c5e
Content-Type: text/html; charset="UTF-8"

<html><body>Your message wasn't delivered to <b>${to}</b></body></html>
--0000000000008c5e--
--0000000000008c5d
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.example
Arrival-Date: Fri, 20 Nov 2026 03:00:00 -0800 (PST)
X-Original-Message-ID: ${messageId}

Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
Last-Attempt-Date: Fri, 20 Nov 2026 03:00:01 -0800 (PST)

--0000000000008c5d--
`,

  /** Amazon SES has its own Message-ID, so that only the link is left; a vague status, and the reason in the other server's words. */
  ses: ({ to, unsubscribe }: Returned) => `From: MAILER-DAEMON@amazonses.example
To: hello@kitewright.example
Subject: Delivery Status Notification (Failure)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="a3f166a86b56ff6c37755292d690675717ea33cd9de81228ec2b76ed4a15d6d1"; report-type=delivery-status
Date: Fri, 20 Nov 2026 11:00:01 GMT

--a3f166a86b56ff6c37755292d690675717ea33cd9de81228ec2b76ed4a15d6d1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

An error occurred while trying to deliver the mail to the following recipients:
${to}
--a3f166a86b56ff6c37755292d690675717ea33cd9de81228ec2b76ed4a15d6d1
Content-Type: message/delivery-status
Content-Transfer-Encoding: 7bit

Reporting-MTA: dsn; a1-23.smtp-out.amazonses.example

Action: failed
Final-Recipient: rfc822; ${to}
Diagnostic-Code: smtp; 550 5.1.1 user unknown
Status: 5.0.0

--a3f166a86b56ff6c37755292d690675717ea33cd9de81228ec2b76ed4a15d6d1
Content-Type: message/rfc822

Message-ID: <0100018f3c1d-000000@email.amazonses.example>
List-Unsubscribe: <${unsubscribe}>
From: hello@kitewright.example

Hello
--a3f166a86b56ff6c37755292d690675717ea33cd9de81228ec2b76ed4a15d6d1--
`,

  /** A complaint in the abuse reporting format; the reader's address is blacked out. */
  yahoo: ({ messageId, unsubscribe }: Returned) => `From: <feedback@arf.mail.yahoo.example>
To: hello@kitewright.example
Subject: FW: A letter
Date: Fri, 20 Nov 2026 11:00:01 +0000
MIME-Version: 1.0
Content-Type: multipart/report; boundary="------------Boundary-00=_3BCR4Y7kX93y"; report-type=feedback-report

--------------Boundary-00=_3BCR4Y7kX93y
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report.

--------------Boundary-00=_3BCR4Y7kX93y
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <hello@kitewright.example>
Original-Rcpt-To: redacted
Reported-Domain: kitewright.example

--------------Boundary-00=_3BCR4Y7kX93y
Content-Type: message/rfc822
Content-Disposition: inline

Message-ID: ${messageId}
List-Unsubscribe: <${unsubscribe}>
From: Kitewright <hello@kitewright.example>

Hello
--------------Boundary-00=_3BCR4Y7kX93y--
`,
} as const

function base64(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\n')
}
