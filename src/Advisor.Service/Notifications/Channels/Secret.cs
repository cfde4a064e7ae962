using System.Text.RegularExpressions;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Secret value that is never displayed: it prints as three asterisks, and can be masked in other texts.</summary>
public sealed class Secret(string value)
{
    private const string Stars = "***";

    // Shorter parts of a URL are ordinary words.
    private const int MinPartLength = 8;

    /// <summary>Returns the value, for use in requests only.</summary>
    public string Reveal() => value;

    public override string ToString() => Stars;

    /// <summary>Returns the text with the secret masked, and its parts as well if it is a URL.</summary>
    public string Mask(string text) =>
        FindParts()
            .Aggregate(
                text,
                (masked, piece) =>
                    Regex.Replace(
                        masked,
                        Regex.Escape(piece),
                        Stars,
                        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
                        TimeSpan.FromSeconds(1)
                    )
            );

    private IEnumerable<string> FindParts()
    {
        var parts = new List<string> { value, Uri.EscapeDataString(value) };
        if (Uri.TryCreate(value, UriKind.Absolute, out var address))
        {
            parts.AddRange([address.AbsoluteUri, address.PathAndQuery]);
            parts.AddRange(address.PathAndQuery.Split('/', '?', '&', '=').Where(part => part.Length >= MinPartLength));
            parts.AddRange(
                address.PathAndQuery.Split('/', '?', '&', '=').Select(Uri.UnescapeDataString).Where(part => part.Length >= MinPartLength)
            );
        }

        return parts.Where(part => part.Length > 1).Distinct(StringComparer.Ordinal).OrderByDescending(part => part.Length);
    }
}
