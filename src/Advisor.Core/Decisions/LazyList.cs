using System.Collections;

namespace Advisor.Core.Decisions;

/// <summary>List created when it is first read, since most explanations are never read. Its inputs are immutable.</summary>
internal sealed class LazyList<T>(Func<IReadOnlyList<T>> create) : IReadOnlyList<T>
{
    private IReadOnlyList<T>? items;

    public int Count => Items.Count;

    private IReadOnlyList<T> Items => items ??= create();

    public T this[int index] => Items[index];

    public IEnumerator<T> GetEnumerator() => Items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
