using System.Security.Cryptography;

namespace Advisor.Service.SignedLinks;

/// <summary>
/// Keys that sign links, by id: the first signs, all verify. To rotate, put a new key in front and remove the old one when its links have
/// expired. No message ever contains a key, or text that could be one.
/// </summary>
public sealed class KeyRing
{
    /// <summary>Minimum length of a key, in bytes: 256 bits, the size that HMAC-SHA256 uses in full.</summary>
    public const int MinKeyBytes = 32;

    private const int MaxKeys = 10;
    private const int MaxIdLength = 32;

    // 32 random bytes have about 30 distinct values; fewer than half indicates a word or a filler.
    private const int MinDistinctBytes = 16;

    private readonly Dictionary<string, byte[]> keys;

    private KeyRing(string current, Dictionary<string, byte[]> keys) => (Current, this.keys) = (current, keys);

    /// <summary>Id of the signing key.</summary>
    public string Current { get; }

    /// <summary>Parses <c>ID:BASE64,ID:BASE64</c>; null when there is any problem.</summary>
    public static (KeyRing? Ring, IReadOnlyList<string> Problems) Read(string text)
    {
        var problems = new List<string>();
        var read = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        var entries = text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (var (index, entry) in entries.Index())
        {
            if (FindProblem(entry, read) is { } problem)
            {
                problems.Add($"key {index + 1} {problem}");
            }
        }

        if (entries.Length is 0 or > MaxKeys)
        {
            problems.Add($"there are {entries.Length} keys; give 1 to {MaxKeys}");
        }

        return problems.Count > 0
            ? (null, problems)
            : (new KeyRing(entries[0][..entries[0].IndexOf(':', StringComparison.Ordinal)], read), []);
    }

    /// <summary>Creates one random key, for a program whose links need not outlive it.</summary>
    public static KeyRing CreateRandom() =>
        new("once", new Dictionary<string, byte[]>(StringComparer.Ordinal) { ["once"] = RandomNumberGenerator.GetBytes(MinKeyBytes) });

    /// <summary>Computes the HMAC-SHA256 of a message under a key; null when the ring has no key of this id.</summary>
    internal byte[]? Sign(string keyId, ReadOnlySpan<byte> message) =>
        keys.TryGetValue(keyId, out var key) ? HMACSHA256.HashData(key, message) : null;

    private static string? FindProblem(string entry, Dictionary<string, byte[]> read)
    {
        var cut = entry.IndexOf(':', StringComparison.Ordinal);
        if (cut is < 1 or > MaxIdLength || !entry[..cut].All(IsIdCharacter))
        {
            return $"is not ID:BASE64: the id has 1 to {MaxIdLength} letters, digits, - or _.";
        }

        var bytes = new byte[entry.Length];
        if (!Convert.TryFromBase64String(entry[(cut + 1)..], bytes, out var length))
        {
            return "is not ID:BASE64: what follows the colon is not base64.";
        }

        var key = bytes[..length];
        return length < MinKeyBytes
                ? $"has {length * 8} bits; it needs {MinKeyBytes * 8} or more: `openssl rand -base64 {MinKeyBytes}` makes one."
            : key.Distinct().Count() < MinDistinctBytes ? $"is not random: `openssl rand -base64 {MinKeyBytes}` makes one that is."
            : read.Values.Any(other => other.AsSpan().SequenceEqual(key)) ? "is the same as one before it, under another id."
            : read.TryAdd(entry[..cut], key) ? null
            : "has the id of one before it.";
    }

    private static bool IsIdCharacter(char c) => char.IsAsciiLetterOrDigit(c) || c is '-' or '_';
}
