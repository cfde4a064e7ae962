using System.Text.RegularExpressions;

namespace Advisor.Notifications.Delivery;

/// <summary>A value that is never shown: it prints as three stars, and takes itself out of other texts.</summary>
public sealed class Secret(string value)
{
    private const string Stars = "***";

    // Shorter pieces of an address are ordinary words.
    private const int MinPartLength = 8;

    /// <summary>The value itself, for the wire alone.</summary>
    public string Reveal() => value;

    public override string ToString() => Stars;

    /// <summary>The text without the secret, nor the parts of it where it is an address.</summary>
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
