using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Advisor.Service.SignedLinks;

/// <summary>Result of verifying a token.</summary>
public enum LinkState
{
    Valid,

    /// <summary>Genuine, but past its expiry.</summary>
    Expired,

    /// <summary>Signed with a key that was removed: it cannot be verified.</summary>
    KeyRemoved,

    /// <summary>Not signed for this purpose and subject.</summary>
    Invalid,
}

/// <summary>
/// Signs and verifies tokens for one purpose and one subject: <c>KEY-ID.EXPIRY.MAC</c>, the expiry in seconds since 1970, the MAC 32 bytes
/// in base64url. The MAC covers version, purpose, audience, expiry and the fields of the subject, each prefixed with its length, so that no
/// two lists give the same text.
/// </summary>
/// <param name="audience">
/// Owner of the links, such as the origin of the app: a token for one audience is invalid for another with the same keys.
/// </param>
internal sealed class LinkSigner(KeyRing keys, string audience)
{
    private const string Version = "advisor-link-1";
    private const int MaxTokenLength = 128;

    public string Sign(string purpose, DateTimeOffset expiresAt, params ReadOnlySpan<string> fields) =>
        SignWith(keys.Current, purpose, expiresAt, fields)!;

    /// <summary>Signs with a key that may have been removed; null when it was.</summary>
    public string? SignWith(string keyId, string purpose, DateTimeOffset expiresAt, params ReadOnlySpan<string> fields)
    {
        var expiry = expiresAt.ToUnixTimeSeconds().ToString();
        return keys.Sign(keyId, Canonicalize(purpose, expiry, fields)) is { } mac
            ? $"{keyId}.{expiry}.{Base64Url.EncodeToString(mac)}"
            : null;
    }

    /// <summary>Verifies a token. It is valid before its expiry and expired from it on.</summary>
    public LinkState Check(string token, string purpose, DateTimeOffset now, params ReadOnlySpan<string> fields)
    {
        if (Parse(token) is not var (keyId, expiry, given))
        {
            return LinkState.Invalid;
        }

        return keys.Sign(keyId, Canonicalize(purpose, expiry, fields)) is not { } expected ? LinkState.KeyRemoved
            : !CryptographicOperations.FixedTimeEquals(given, expected) ? LinkState.Invalid
            : now.ToUnixTimeSeconds() < long.Parse(expiry) ? LinkState.Valid
            : LinkState.Expired;
    }

    /// <summary>Returns the SHA-256 of a token in hexadecimal: the only form of it that may be stored.</summary>
    public static string ComputeHash(string token) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(token)));

    // A token has one valid spelling: another encoding of the same bytes is invalid.
    private static (string KeyId, string Expiry, byte[] Mac)? Parse(string token)
    {
        if (token.Length > MaxTokenLength || token.Split('.') is not [{ Length: > 0 } keyId, { Length: > 0 } expiry, { Length: > 0 } text])
        {
            return null;
        }

        var mac = new byte[HMACSHA256.HashSizeInBytes];
        return
            long.TryParse(expiry, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            && seconds.ToString() == expiry
            && Base64Url.DecodeFromChars(text, mac, out _, out var length) == OperationStatus.Done
            && length == mac.Length
            && Base64Url.EncodeToString(mac) == text
            ? (keyId, expiry, mac)
            : null;
    }

    private byte[] Canonicalize(string purpose, string expiry, ReadOnlySpan<string> fields)
    {
        var text = new StringBuilder();
        foreach (var field in (ReadOnlySpan<string>)[Version, purpose, audience, expiry, .. fields])
        {
            text.Append($"{Encoding.UTF8.GetByteCount(field)}:{field}\n");
        }

        return Encoding.UTF8.GetBytes(text.ToString());
    }
}
