namespace Advisor.Service.Store.Rows;

/// <summary>Result of reading a list of rows.</summary>
/// <param name="Records">Records that were read.</param>
/// <param name="Problems">One sentence per row that could not be read: of a newer version, or damaged.</param>
public sealed record RecordList<T>(IReadOnlyList<T> Records, IReadOnlyList<string> Problems);
