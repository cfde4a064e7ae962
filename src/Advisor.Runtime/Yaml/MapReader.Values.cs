using System.Globalization;

namespace Advisor.Runtime.Yaml;

/// <summary>The typed values of a map.</summary>
internal sealed partial class MapReader
{
    /// <summary>Turns the text of a value into a value, or says why it cannot.</summary>
    public delegate T? Conversion<T>(string text, out string? reason);

    public string? Text(string key, bool required = true, bool mayBeEmpty = false) => Reference(key, required, (string text, out string? reason) =>
    {
        reason = !mayBeEmpty && string.IsNullOrWhiteSpace(text) ? "This is empty." : null;
        return text.Trim();
    });

    /// <summary>A finite number of [least, most].</summary>
    public double? Number(string key, double least, double most, bool required = true) => Value(key, required, NumberOf(least, most));

    /// <summary>A decimal amount of [least, most]; nothing is rounded.</summary>
    public decimal? Amount(string key, decimal least, decimal most, bool required = true) =>
        Value(key, required, (string text, out string? reason) => Ranged(
            decimal.TryParse(text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var amount) ? amount : null,
            text, "a number", least, most, out reason));

    public int? Whole(string key, int least, int most, bool required = true) => Value(key, required, WholeOf(least, most));

    public long? Long(string key, long least, long most, bool required = true) =>
        Value(key, required, (string text, out string? reason) => Ranged(
            long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null,
            text, "a whole number", least, most, out reason));

    public bool? Flag(string key, bool required = true) => Value<bool>(key, required, (string text, out string? reason) =>
    {
        reason = text is "true" or "false" ? null : $"'{text}' is neither true nor false.";
        return text == "true";
    });

    /// <summary>A date such as 2026-01-31.</summary>
    public DateOnly? Date(string key, bool required = true) => Value<DateOnly>(key, required, (string text, out string? reason) =>
    {
        reason = DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? null
            : $"'{text}' is not a date such as 2026-01-31.";
        return date;
    });

    /// <summary>One of some words, without regard to case.</summary>
    public T? Choice<T>(string key, IReadOnlyDictionary<string, T> words, bool required = true)
        where T : struct => Value(key, required, Words.Conversion(words));

    public IReadOnlyList<double>? Numbers(string key, double least, double most, bool required = true) =>
        ValueList(key, required, NumberOf(least, most));

    public IReadOnlyList<int>? Wholes(string key, int least, int most, bool required = true) => ValueList(key, required, WholeOf(least, most));

    public IReadOnlyList<T>? Choices<T>(string key, IReadOnlyDictionary<string, T> words, bool required = true)
        where T : struct => ValueList(key, required, Words.Conversion(words));

    /// <summary>A list of non-empty texts; null where it is absent or one of them is no text.</summary>
    public IReadOnlyList<string>? Texts(string key, bool required = true)
    {
        var items = Items(key, required);
        var texts = items?.Select(item => ScalarText(item.Item, item.Path)).ToList();
        return texts is null || texts.Contains(null) ? null : texts.ConvertAll(text => text!);
    }

    /// <summary>A value under a key by a conversion of the caller's.</summary>
    public T? Value<T>(string key, bool required, Conversion<T?> convert)
        where T : struct
    {
        if (!TryTake(key, required, out var node) || ScalarText(node, PathOf(key)) is not { } text)
        {
            return null;
        }

        var value = convert(text, out var reason);
        return Accepted(reason, node.Line, PathOf(key)) ? value : null;
    }

    /// <summary>An object under a key by a conversion of the caller's.</summary>
    public T? Reference<T>(string key, bool required, Conversion<T> convert)
        where T : class
    {
        if (!TryTake(key, required, out var node) || ScalarText(node, PathOf(key)) is not { } text)
        {
            return null;
        }

        var value = convert(text, out var reason);
        return Accepted(reason, node.Line, PathOf(key)) ? value : null;
    }

    private List<T>? ValueList<T>(string key, bool required, Conversion<T?> convert)
        where T : struct
    {
        if (Items(key, required) is not { } items)
        {
            return null;
        }

        var values = new List<T>();
        foreach (var (item, path) in items)
        {
            if (ScalarText(item, path) is { } text && convert(text, out var reason) is var value && Accepted(reason, item.Line, path))
            {
                values.Add(value!.Value);
            }
        }

        return values.Count == items.Count ? values : null;
    }

    private string? ScalarText(DocumentNode node, string path)
    {
        if (node is ScalarNode { IsNull: false } scalar)
        {
            return scalar.Text;
        }

        Refuse(node, path, "Expected a single value here.");
        return null;
    }

    private bool Accepted(string? reason, int line, string path)
    {
        if (reason is not null)
        {
            Log.Add(line, path, reason);
        }

        return reason is null;
    }

    private static Conversion<double?> NumberOf(double least, double most) => (string text, out string? reason) => Ranged(
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null,
        text, "a number", least, most, out reason);

    private static Conversion<int?> WholeOf(int least, int most) => (string text, out string? reason) => Ranged(
        int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null,
        text, "a whole number", least, most, out reason);

    private static T? Ranged<T>(T? value, string text, string kind, T least, T most, out string? reason)
        where T : struct, IComparable<T>, IFormattable
    {
        var range = $"from {least.ToString(null, CultureInfo.InvariantCulture)} to {most.ToString(null, CultureInfo.InvariantCulture)}";
        reason = value is not { } number ? $"'{text}' is not {kind}."
            : number.CompareTo(least) < 0 || number.CompareTo(most) > 0 ? $"{text} is out of range; it must be {range}."
            : null;
        return value;
    }
}
