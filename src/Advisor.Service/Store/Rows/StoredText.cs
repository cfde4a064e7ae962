using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Service.Store.Rows;

/// <summary>Reads JSON that is stored as text within a row, or a line of an exported one.</summary>
internal static class StoredText
{
    extension<T>(JsonTypeInfo<T> type)
        where T : class
    {
        /// <summary>Reads a text; null when it is not JSON of this type.</summary>
        public T? TryRead(string text)
        {
            try
            {
                return JsonSerializer.Deserialize(text, type);
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }
}
