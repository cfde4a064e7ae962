using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Tests;

/// <summary>
/// Everything that a result says, as text: all its properties as JSON, numbers to four decimals, so that another processor's last digit
/// changes nothing.
/// </summary>
internal static class Figures
{
    private static readonly JsonSerializerOptions Options = new()
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        Converters = { new JsonStringEnumConverter(), new RoundedNumber() },
    };

    // For people: without what is null, zero or false.
    private static readonly JsonSerializerOptions Brief = new(Options)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Write<T>(T result) => JsonSerializer.Serialize(result, Options);

    /// <summary>The same without what is null, zero or false.</summary>
    public static string WriteBriefly<T>(T result) => JsonSerializer.Serialize(result, Brief);

    /// <summary>Eight hexadecimal digits that are others when any character is.</summary>
    public static string ComputeDigest(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..8];

    private sealed class RoundedNumber : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString("0.####", CultureInfo.InvariantCulture));
    }
}
