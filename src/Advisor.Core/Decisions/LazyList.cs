using System.Collections;

namespace Advisor.Core.Decisions;

/// <summary>
/// A list that is made when it is first read: of most decisions nobody reads the explanation. What it is made of never changes.
/// </summary>
internal sealed class LazyList<T>(Func<IReadOnlyList<T>> create) : IReadOnlyList<T>
{
    private IReadOnlyList<T>? items;

    public int Count => Items.Count;

    private IReadOnlyList<T> Items => items ??= create();

    public T this[int index] => Items[index];

    public IEnumerator<T> GetEnumerator() => Items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
