using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Service.Store.Rows;

/// <summary>Writes an enumeration as <c>advisor decide</c> and the reports do: <c>scaleOut</c>, <c>accepted</c>.</summary>
public sealed class CamelCase<TEnum>() : JsonStringEnumConverter<TEnum>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where TEnum : struct, Enum;
