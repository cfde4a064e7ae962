namespace Advisor.Configuration.Yaml;

/// <summary>Parses a currency code (ISO 4217).</summary>
internal static class CurrencyCode
{
    /// <summary>Three capital letters; the list of currencies changes, so any such code is accepted.</summary>
    public static string Parse(string text, out string? reason)
    {
        reason =
            text.Length == 3 && text.All(char.IsAsciiLetterUpper)
                ? null
                : $"'{text}' is not a currency code of three capital letters, such as USD.";
        return text;
    }
}
