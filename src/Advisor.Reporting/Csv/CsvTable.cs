using System.Text;

namespace Advisor.Reporting.Csv;

/// <summary>A column of a CSV file.</summary>
/// <param name="Format">Returns the field of an item, escaped where it is text; null = the field is empty.</param>
public readonly record struct CsvColumn<T>(string Name, Func<T, string?> Format);

/// <summary>Writes CSV (RFC 4180 with line feeds): a header, and a row for each item.</summary>
public static class CsvTable
{
    public static string Render<T>(IReadOnlyList<CsvColumn<T>> columns, IEnumerable<T> items)
    {
        var text = new StringBuilder().AppendJoin(',', columns.Select(column => column.Name)).Append('\n');
        foreach (var item in items)
        {
            text.AppendJoin(',', columns.Select(column => column.Format(item))).Append('\n');
        }

        return text.ToString();
    }
}
