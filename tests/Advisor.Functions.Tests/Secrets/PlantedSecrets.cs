using System.Buffers.Text;
using System.Text;

namespace Advisor.Functions.Tests.Secrets;

/// <param name="Secret">Its name.</param>
/// <param name="Before">The words before it.</param>
internal sealed record Leak(string Secret, string Place, string Before);

/// <summary>
/// Secrets that differ from all other text, and every form in which they could be found again: as they are, in base64 at any offset,
/// escaped.
/// </summary>
internal sealed class PlantedSecrets
{
    private readonly Dictionary<string, string> values = new(StringComparer.Ordinal);

    public string this[string name] => values[name];

    /// <summary>A new secret; with characters that addresses and JSON write otherwise.</summary>
    public string Plant(string name) => values[name] = $"S3CR3T/{name}+{Guid.NewGuid():N}=";

    /// <summary>One that was made elsewhere.</summary>
    public void Add(string name, string value) => values[name] = value;

    /// <summary>Where one of them stands in a text.</summary>
    public IEnumerable<Leak> FindLeaks(string place, string text) =>
        from secret in values
        from form in ListForms(secret.Value)
        let at = text.IndexOf(form, StringComparison.OrdinalIgnoreCase)
        where at >= 0
        select new Leak(secret.Key, place, text[Math.Max(0, at - 80)..at]);

    /// <summary>Whoever finds one of these has found the secret.</summary>
    private static HashSet<string> ListForms(string secret)
    {
        var forms = new HashSet<string>(StringComparer.OrdinalIgnoreCase)
        {
            secret,
            Uri.EscapeDataString(secret),
            secret.Replace("+", "\\u002B", StringComparison.Ordinal),
            Convert.ToHexStringLower(Encoding.UTF8.GetBytes(secret)),
        };

        // What stands before a secret moves it by 0, 1 or 2 bytes; the digits at its ends hold bits of its neighbours.
        for (var before = 0; before < 3; before++)
        {
            var bytes = Encoding.UTF8.GetBytes(new string('x', before) + secret);
            forms.Add(Convert.ToBase64String(bytes)[(before == 0 ? 0 : 4)..^4]);
            forms.Add(Base64Url.EncodeToString(bytes)[(before == 0 ? 0 : 4)..^4]);
        }

        return forms;
    }
}
