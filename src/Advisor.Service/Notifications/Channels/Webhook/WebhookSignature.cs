using System.Security.Cryptography;
using System.Text;

namespace Advisor.Service.Notifications.Channels.Webhook;

/// <summary>
/// Headers of the Standard Webhooks convention: <c>webhook-id</c>, <c>webhook-timestamp</c> (seconds since 1970) and
/// <c>webhook-signature</c> (<c>v1,</c> and the Base64 of HMAC-SHA256 over "id.timestamp.body"). A receiver refuses old timestamps and
/// repeated ids. Pure.
/// </summary>
public static class WebhookSignature
{
    private const string Prefix = "whsec_";

    /// <summary>Creates the three headers that sign a request.</summary>
    /// <param name="id">Id of the event; hashed if it is not valid in a header.</param>
    /// <param name="secret">Any text, encoded as UTF-8; Base64 after <c>whsec_</c>.</param>
    /// <exception cref="FormatException">The text after <c>whsec_</c> is not Base64.</exception>
    public static IReadOnlyList<KeyValuePair<string, string>> CreateHeaders(
        string secret,
        string id,
        DateTimeOffset at,
        ReadOnlySpan<byte> body
    )
    {
        id =
            id.Length <= 100 && id.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_')
                ? id
                : Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(id)));
        var timestamp = at.ToUnixTimeSeconds().ToString();
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        return
        [
            new("webhook-id", id),
            new("webhook-timestamp", timestamp),
            new("webhook-signature", "v1," + Convert.ToBase64String(HMACSHA256.HashData(DecodeKey(secret), signed))),
        ];
    }

    private static byte[] DecodeKey(string secret) =>
        secret.StartsWith(Prefix, StringComparison.Ordinal)
            ? Convert.FromBase64String(secret[Prefix.Length..])
            : Encoding.UTF8.GetBytes(secret);
}
