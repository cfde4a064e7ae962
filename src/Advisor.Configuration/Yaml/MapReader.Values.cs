using System.Globalization;
using System.Numerics;

namespace Advisor.Configuration.Yaml;

/// <summary>Typed values of a map.</summary>
internal sealed partial class MapReader
{
    /// <summary>Converts the text of a value, or returns the reason why it is invalid.</summary>
    /// <typeparam name="T">Type of the value, one that can be null.</typeparam>
    public delegate T? Conversion<out T>(string text, out string? reason);

    public string? ReadText(string key, bool required = true, bool mayBeEmpty = false) =>
        ReadValue(
            key,
            required,
            (string text, out string? reason) =>
            {
                reason = !mayBeEmpty && string.IsNullOrWhiteSpace(text) ? "This is empty." : null;
                return text.Trim();
            }
        );

    /// <summary>Reads a finite number in [min, max].</summary>
    public double? ReadNumber(string key, double min, double max, bool required = true) => ReadInRange(key, min, max, required);

    /// <summary>Reads a decimal amount in [min, max], without rounding.</summary>
    public decimal? ReadAmount(string key, decimal min, decimal max, bool required = true) => ReadInRange(key, min, max, required);

    /// <summary>Reads an integer in [min, max].</summary>
    public int? ReadInteger(string key, int min, int max, bool required = true) => ReadInRange(key, min, max, required);

    /// <summary>Reads an integer in [min, max].</summary>
    public long? ReadLong(string key, long min, long max) => ReadInRange(key, min, max, required: true);

    /// <summary>Reads true or false, without case: programs that write the file, such as Ansible, have <c>True</c>.</summary>
    public bool? ReadBoolean(string key, bool required = true) =>
        ReadValue<bool?>(
            key,
            required,
            (string text, out string? reason) =>
            {
                var word = text.ToLowerInvariant();
                reason = word is "true" or "false" ? null : $"'{text}' is neither true nor false.";
                return word == "true";
            },
            ValueForm.Boolean
        );

    /// <summary>Reads a date such as 2026-01-31.</summary>
    public DateOnly? ReadDate(string key) =>
        ReadValue<DateOnly?>(
            key,
            required: true,
            (string text, out string? reason) =>
            {
                reason = DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
                    ? null
                    : $"'{text}' is not a date such as 2026-01-31.";
                return date;
            }
        );

    /// <summary>Reads one of several names, without case.</summary>
    public T? ReadChoice<T>(string key, IReadOnlyDictionary<string, T> words, bool required = true)
        where T : struct => ReadValue(key, required, EnumNames.CreateConversion(words), new ValueForm.Words(words.Keys));

    public IReadOnlyList<double>? ReadNumbers(string key, double min, double max) =>
        ReadValues(key, required: true, CreateConversion(min, max), CreateForm(min, max));

    public IReadOnlyList<int>? ReadIntegers(string key, int min, int max, bool required = true) =>
        ReadValues(key, required, CreateConversion(min, max), CreateForm(min, max));

    /// <summary>Reads a list of non-empty texts; null if it is absent or an element is not a text.</summary>
    public IReadOnlyList<string>? ReadTexts(string key, bool required = true)
    {
        var items = ReadItems(key, required, ValueForm.Text);
        var texts = items?.Select(item => ReadScalar(item.Item, item.Path)).ToList();
        return texts is null || texts.Contains(null) ? null : texts.ConvertAll(text => text!);
    }

    /// <summary>Reads the value of a key with a custom conversion.</summary>
    /// <param name="form">What the conversion takes; null = texts of a form of their own.</param>
    public T? ReadValue<T>(string key, bool required, Conversion<T> convert, ValueForm? form = null)
    {
        if (!TryTake(key, required, form ?? ValueForm.Text, out var node) || ReadScalar(node, GetPath(key)) is not { } text)
        {
            return default;
        }

        var value = convert(text, out var reason);
        return IsAccepted(reason, node.Line, GetPath(key)) ? value : default;
    }

    private List<T>? ReadValues<T>(string key, bool required, Conversion<T?> convert, ValueForm item)
        where T : struct
    {
        if (ReadItems(key, required, item) is not { } items)
        {
            return null;
        }

        var values = new List<T>();
        foreach (var (node, path) in items)
        {
            if (ReadScalar(node, path) is { } text && convert(text, out var reason) is var value && IsAccepted(reason, node.Line, path))
            {
                values.Add(value!.Value);
            }
        }

        return values.Count == items.Count ? values : null;
    }

    private string? ReadScalar(YamlNode node, string path)
    {
        if (node is YamlScalar { IsNull: false } scalar)
        {
            return scalar.Text;
        }

        ReportUnexpected(node, path, "Expected a single value here.");
        return null;
    }

    private bool IsAccepted(string? reason, int line, string path)
    {
        if (reason is not null)
        {
            Log.Add(line, path, reason);
        }

        return reason is null;
    }

    private T? ReadInRange<T>(string key, T min, T max, bool required)
        where T : struct, INumber<T> => ReadValue(key, required, CreateConversion(min, max), CreateForm(min, max));

    private static ValueForm.Number CreateForm<T>(T min, T max)
        where T : struct, INumber<T> => new(double.CreateChecked(min), double.CreateChecked(max), IsWhole<T>());

    private static Conversion<T?> CreateConversion<T>(T min, T max)
        where T : struct, INumber<T> =>
        (string text, out string? reason) =>
        {
            // .NET parses NaN and infinity whatever the styles are.
            var styles =
                IsWhole<T>() ? NumberStyles.AllowLeadingSign
                : default(T) is decimal ? NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign
                : NumberStyles.Float;
            var isNumber = T.TryParse(text, styles, CultureInfo.InvariantCulture, out var number) && T.IsFinite(number);
            reason =
                !isNumber ? $"'{text}' is not {(IsWhole<T>() ? "a whole number" : "a number")}."
                : number < min || number > max
                    ? string.Create(CultureInfo.InvariantCulture, $"{text} is out of range; it must be from {min} to {max}.")
                : null;
            return number;
        };

    private static bool IsWhole<T>() => default(T) is int or long;
}
