namespace Advisor.Configuration.Routing;

/// <summary>How mail leaves. The server is the operator's own and may be a private one.</summary>
public sealed record EmailSettings
{
    public required string Host { get; init; }

    /// <summary>Default 587, where servers offer STARTTLS. Port 465 (TLS from the first byte) is not supported.</summary>
    public int Port { get; init; } = 587;

    /// <summary>Whether mail leaves only under TLS; default yes. No is for a relay on the same machine.</summary>
    public bool StartTls { get; init; } = true;

    /// <summary>Null: no sign-in.</summary>
    public string? User { get; init; }

    /// <summary>Where the password is kept; used with <see cref="User"/>.</summary>
    public SecretReference? Password { get; init; }

    /// <summary>The sender's address.</summary>
    public required string From { get; init; }

    /// <summary>The receivers' addresses, one or more.</summary>
    public required IReadOnlyList<string> To { get; init; }
}
