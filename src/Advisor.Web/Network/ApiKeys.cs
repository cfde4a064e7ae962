using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>
/// Keys that open the API of a program that listens on the network. All are valid at once, so that a new one can be distributed before the
/// old one is removed. Only their hashes are kept.
/// </summary>
public sealed class ApiKeys
{
    /// <summary>Minimum length of a key, in characters; 32 random bytes are 44 characters of base64.</summary>
    public const int MinLength = 32;

    private const int MaxKeys = 10;

    // A random key has about 30 distinct characters; fewer than 12 indicates a word or a filler.
    private const int MinDistinctCharacters = 12;

    private const string Scheme = "Bearer ";
    private const string KeyHeader = "x-functions-key";

    private readonly byte[][] hashes;

    private ApiKeys(IEnumerable<string> keys) => hashes = [.. keys.Select(ComputeHash)];

    /// <summary>Parses <c>KEY,KEY</c>; null with the problem, as the end of a sentence that never repeats a key.</summary>
    public static (ApiKeys? Keys, string? Problem) Read(string text)
    {
        var keys = text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var problem =
            keys.Length is 0 or > MaxKeys ? $"has {keys.Length} keys; give 1 to {MaxKeys}."
            : keys.Any(key => key.Length < MinLength || key.Distinct().Count() < MinDistinctCharacters)
                ? $"has a key that is short or not random: `openssl rand -base64 {MinLength}` makes one."
            : keys.Any(key => !key.All(c => c is > ' ' and < '\u007f')) ? "has a key with characters that a header cannot have."
            : null;
        return problem is null ? (new ApiKeys(keys), null) : (null, problem);
    }

    /// <summary>
    /// Whether a request has one of the keys: <c>Authorization: Bearer KEY</c>, or <c>x-functions-key: KEY</c> as for the Functions app.
    /// </summary>
    internal bool IsIn(HttpRequest request)
    {
        var presented =
            request.Headers[KeyHeader] is [{ Length: > 0 } key] ? key
            : request.Headers.Authorization is [{ } text] && text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
                ? text[Scheme.Length..].Trim()
            : null;
        return presented is not null
            && ComputeHash(presented) is var hash
            && hashes.Aggregate(false, (found, known) => CryptographicOperations.FixedTimeEquals(hash, known) | found);
    }

    private static byte[] ComputeHash(string key) => SHA256.HashData(Encoding.UTF8.GetBytes(key));
}
