namespace Advisor.Configuration.Routing;

/// <summary>Settings for sending mail. The server is the operator's own and may be on a private network.</summary>
public sealed record EmailSettings
{
    /// <summary>
    /// Scopes of the token of each server of Microsoft 365; a token goes to no other. Exchange Online, US Government and 21Vianet:
    /// learn.microsoft.com, "Authenticate an IMAP, POP or SMTP connection using OAuth" and "SMTP AUTH client submission", 2026-11.
    /// </summary>
    public static IReadOnlyDictionary<string, string> TokenScopes { get; } =
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["smtp.office365.com"] = "https://outlook.office365.com/.default",
            ["smtp.office365.us"] = "https://outlook.office365.us/.default",
            ["smtp.partner.outlook.cn"] = "https://partner.outlook.cn/.default",
        };

    public required string Host { get; init; }

    /// <summary>Default 587, for STARTTLS. Port 465 is TLS from the first byte.</summary>
    public int Port { get; init; } = 587;

    /// <summary>Whether mail is sent only over TLS; default true. False is for a relay on the same machine, at any port.</summary>
    public bool StartTls { get; init; } = true;

    /// <summary>User name; null = no sign-in.</summary>
    public string? User { get; init; }

    /// <summary>Reference to the password of <see cref="User"/>.</summary>
    public SecretReference? Password { get; init; }

    /// <summary>
    /// Scope of the token of Advisor's own sign-in to Azure that <see cref="User"/> signs in with (XOAUTH2); null = a password.
    /// </summary>
    public string? TokenScope { get; init; }

    /// <summary>Address of the sender.</summary>
    public required string From { get; init; }

    /// <summary>Addresses of the receivers, one or more.</summary>
    public required IReadOnlyList<string> To { get; init; }
}
